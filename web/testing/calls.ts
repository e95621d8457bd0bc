/** Calls that a fake server sends to its page, each with exactly one answer. */

import { stateOf } from "../client/error.ts";
import type {
  CallError,
  OfferedTool,
  ServerFrame,
  ToolResult,
} from "../gen/protocol.ts";
import { type Contract, timesOf } from "./contract.ts";
import type { Args, Told } from "./script.ts";

/** One call. */
export type Wanted = {
  readonly id: string;
  readonly turn: number;
  readonly step: number;
  readonly name: string;
  readonly args: Args;
  /** Ends it when the turn is stopped. */
  readonly signal: AbortSignal;
};

/** The calls of a session. */
export type Calls = {
  /** Runs one in the page, if that has it, and returns what the model reads. */
  run(wanted: Wanted, tools: readonly OfferedTool[]): Promise<Told>;
  /** A result of the page. */
  settle(result: ToolResult): void;
  /** What the user allowed for the session. */
  readonly grants: Set<string>;
};

/** `send` reaches the page. */
export function createCalls(
  contract: Contract,
  send: (frame: ServerFrame) => void,
): Calls {
  const open = new Map<string, (result: ToolResult) => void>();
  const settled = new Set<string>();
  const grants = new Set<string>();

  /** Answers a call that is not sent. */
  function refuse({ id, name, args }: Wanted): Told {
    const known = contract.tools.some((entry) => entry.name === name);
    const code = known ? "unsupported" : "unknown_tool";
    const frame = { type: "tool_state", id, state: "failed", code } as const;
    send({ ...frame, ms: 0, name, args: { ...args } });
    return { error: { code, message: `this page has no ${name}` } };
  }

  return {
    grants,
    async run(wanted, tools) {
      const { id, turn, step, args, signal } = wanted;
      const tool = tools.find((one) => nameOf(one) === wanted.name);
      if (tool === undefined || tool.where === "server") return refuse(wanted);
      const { name, policy } = tool;
      const remember = policy.approval === "session";
      const asks = policy.approval !== "never" && !grants.has(name);
      const answered = new Promise<ToolResult>((settle) =>
        open.set(id, settle),
      );
      send({
        type: "tool_call",
        ...{ turn, step, id, name, args: { ...args } },
        ...timesOf(contract, name),
        ...(asks && {
          approval: {
            reason: question(tool, args),
            risk: policy.risk,
            remember,
          },
        }),
      });
      const result = await unlessStopped(signal, answered);
      open.delete(id);
      settled.add(id);
      const error = whyNot(result, asks);
      if (!result) send({ type: "tool_cancel", id, reason: "cancelled" });
      else if (remember && result.grant === "session") grants.add(name);
      const { code } = error ?? {};
      const state = code === undefined ? "succeeded" : stateOf(code);
      send({ type: "tool_state", id, state, ...(code && { code }), ms: 0 });
      return error ? { error } : { output: result?.result };
    },
    settle(result) {
      const { id } = result;
      const settle = open.get(id);
      if (settle !== undefined) return settle(result);
      const reason = settled.has(id) ? "settled" : "unknown";
      send({ type: "nack", id, reason });
    },
  };
}

/** The name by which a script calls a tool: the page's own, where the page declared it. */
export function nameOf({ declared, name }: OfferedTool): string {
  return declared ?? name;
}

/** Undefined if the signal comes first. */
export function unlessStopped<T>(
  signal: AbortSignal,
  promise: Promise<T>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined));
    promise.then(resolve, reject);
  });
}

function whyNot(
  result: ToolResult | undefined,
  asks: boolean,
): CallError | undefined {
  if (!result)
    return { code: "cancelled", message: "the user stopped the turn" };
  if (result.error) return result.error;
  return asks && !result.grant
    ? { code: "denied", message: "the user was not asked" }
    : undefined;
}

/** What the user is asked, with the arguments filled in. */
function question({ title, ui }: OfferedTool, args: Args): string {
  return (ui.ask ?? `Run “${title}”`).replace(/\{(\w+)\}/g, (all, name) =>
    Object.hasOwn(args, name) ? String(args[name]) : all,
  );
}
