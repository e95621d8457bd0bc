/**
 * One call from its frame to its outcome: approval, clocks, body, gesture,
 * result. It knows neither the socket nor other calls.
 *
 * An execution ends once, with the first outcome: what the body does later is
 * dropped. Between the user's decision and the body lie microtasks only, so
 * that the click still counts as the gesture which the body may need.
 */

import type { CallError, Grant, ToolCall } from "../gen/protocol.ts";
import type {
  BodyContext,
  CallRef,
  Decision,
  Options,
  Run,
  Waiting,
  Why,
} from "./api.ts";
import { startClocks, type ClockName } from "./clocks.ts";
import { ToolError } from "./error.ts";
import { plainJSON } from "./json.ts";
import { callError } from "./thrown.ts";

/** How a call ended. */
export type Outcome =
  | {
      readonly result: unknown;
      readonly resultBytes: number;
      readonly error?: never;
      readonly why?: never;
    }
  | {
      readonly error: CallError;
      readonly why?: Why | undefined;
      readonly resultBytes?: never;
    };

/** What an execution needs and whom it tells. */
export type ExecutionConfig = {
  readonly approve?: Options["approve"];
  readonly gesture?: Options["gesture"];
  readonly call: ToolCall;
  /** Undefined: this page has no body of that name. */
  readonly run: Run<unknown, unknown> | undefined;
  /** Of the result's compact JSON in UTF-8. */
  readonly maxResultBytes: number;
  /** For BodyContext. */
  readonly subject: string;
  /** The call waits, for this; or it runs. Only called on a change. */
  readonly moved: (waiting: Waiting | undefined, userMs: number) => void;
  /** The body stored a value under this key, also after its end. */
  readonly saved: (key: string) => void;
  /** Called once. The grant is there exactly if the user was asked and agreed. */
  readonly ended: (
    outcome: Outcome,
    grant: Grant | undefined,
    userMs: number,
  ) => void;
};

/** A running call. */
export type Execution = {
  /** Ends the call at once, whether its body listens to the signal or not. */
  abort(error: CallError): void;
};

/** What runs a call: `execute`, or what fetches it first. */
export type Execute = (config: ExecutionConfig) => Execution;

/** Starts a call. Nothing of it runs after its end except what the body does by itself. */
export function execute(config: ExecutionConfig): Execution {
  const { call } = config;
  const ref: CallRef = {
    id: call.id,
    name: call.name,
    turn: call.turn,
    step: call.step,
  };
  const controller = new AbortController();
  const { signal } = controller;
  const waits: Waiting[] = [];
  let grant: Grant | undefined;
  let ended = false;
  // What was reported last; null: nothing yet.
  let reported: Waiting | undefined | null = null;

  const clocks = startClocks(
    { tool: call.timeoutMs, user: call.userTimeoutMs },
    (name) => {
      const message = timeoutMessage(name, call, waits.at(-1));
      abort({ code: "timeout", message });
    },
  );

  function end(outcome: Outcome): void {
    if (ended) return;
    ended = true;
    clocks.stop();
    config.ended(outcome, grant, clocks.userMs());
  }

  function abort(error: CallError): void {
    if (ended) return;
    end({ error });
    controller.abort(new ToolError(error.code, error.message));
  }

  function report(): void {
    if (ended) return;
    const waiting = waits.at(-1);
    clocks.switchTo(waiting === undefined ? "tool" : "user");
    if (waiting === reported) return;
    reported = waiting;
    config.moved(waiting, clocks.userMs());
  }

  async function waitFor<T>(kind: Waiting, wait: Promise<T>): Promise<T> {
    waits.push(kind);
    report();
    try {
      return await wait;
    } finally {
      waits.splice(waits.lastIndexOf(kind), 1);
      report();
    }
  }

  /** Throws if the user declines. On yes the state moves on to running. */
  async function askApproval(): Promise<void> {
    if (call.approval === undefined) return;
    if (config.approve === undefined) {
      throw new ToolError("denied", "this page cannot ask its user");
    }
    const request = { ...call.approval, call: ref, args: call.args, signal };
    const decide = config.approve(request).then((decision) => {
      const allowed = grantOf(decision, request.remember);
      if (allowed === undefined) {
        // Ends here, before the wait is over, so that running is never reported.
        end({ error: { code: "denied", message: "" } });
      }
      return allowed;
    });
    const given = await waitFor("approval", decide);
    if (!ended) grant = given;
  }

  async function runBody(run: Run<unknown, unknown>): Promise<unknown> {
    const context: BodyContext = {
      signal,
      call: ref,
      awaitUser: (wait, waiting = "permission") => waitFor(waiting, wait),
      saved: config.saved,
      subject: config.subject,
    };
    // A body may change its arguments; the card and a second run have the model's.
    const attempt = async (): Promise<unknown> =>
      await run(structuredClone(call.args), context);
    try {
      return await attempt();
    } catch (thrown) {
      const needsClick =
        thrown instanceof ToolError && thrown.code === "needs_gesture";
      if (!needsClick || config.gesture === undefined || ended) throw thrown;
      const request = { call: ref, args: call.args, signal };
      await waitFor("gesture", config.gesture(request));
      if (ended) throw thrown;
      return await attempt();
    }
  }

  async function go(): Promise<void> {
    await null; // nothing is reported before the caller has the execution
    if (ended) return;
    try {
      if (config.run === undefined) {
        throw new ToolError(
          "unsupported",
          `this page has no body for ${call.name}`,
        );
      }
      await askApproval();
      if (ended) return;
      report();
      const { value, bytes } = plainJSON(await runBody(config.run));
      const most = config.maxResultBytes;
      if (bytes > most) {
        throw new ToolError(
          "too_large",
          `the result has ${bytes} bytes, the limit of ${call.name} is ${most} bytes`,
        );
      }
      end({ result: value, resultBytes: bytes });
    } catch (thrown) {
      if (ended) return;
      const known = thrown instanceof ToolError ? thrown : undefined;
      if (known === undefined) {
        console.error(`farhand: the tool ${call.name} failed`, thrown);
      }
      end({ error: callError(thrown), why: known?.why });
    }
  }

  void go();
  return { abort };
}

/** Undefined is no: a page without types may resolve with anything. */
function grantOf(decision: Decision, remember: boolean): Grant | undefined {
  if (decision === "session") return remember ? "session" : "once";
  return decision === "once" ? "once" : undefined;
}

function timeoutMessage(
  name: ClockName,
  call: ToolCall,
  waiting: Waiting | undefined,
): string {
  if (name === "user") {
    const what = waiting === "permission" ? "permission prompt" : waiting;
    return `stage awaiting_user: no answer to the ${what} within ${call.userTimeoutMs} ms`;
  }
  return `stage running: the tool did not end within ${call.timeoutMs} ms`;
}
