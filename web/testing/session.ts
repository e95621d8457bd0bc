/**
 * The server's side of one socket, as docs/protocol.md has it: hello, turns,
 * calls with their questions, stop, reset, inspect. Enough for a page that
 * behaves; the real server is stricter.
 *
 * Non-goals: it validates no schemas, has no clocks and no limits, and keeps no
 * session after its socket.
 */

import type {
  ClientFrame,
  Inspect,
  ServerFrame,
  TurnEnd,
  User,
} from "../gen/protocol.ts";
import { createCalls, nameOf, unlessStopped } from "./calls.ts";
import { type Announced, type Contract, offer } from "./contract.ts";
import type { Answer, Args, ModelRequest, Told } from "./script.ts";

/** What a session needs. */
export type SessionConfig = {
  readonly name: string;
  readonly contract: Contract;
  readonly send: (frame: ServerFrame) => void;
  /** The model's next answer; rejects if it has none. */
  readonly answer: (request: ModelRequest) => Promise<Answer>;
};

/** One conversation. */
export type Session = {
  receive(frame: ClientFrame): void;
  /** The socket is gone: whatever goes on ends. */
  end(): void;
};

/** How a turn ended. */
type End = Pick<TurnEnd, "reason" | "error">;

type Turn = {
  readonly signal: AbortSignal;
  say(step: number, text: string): void;
  /** The answer of a step is complete. */
  over(step: number): void;
  call(step: number, name: string, args: Args): Promise<Told>;
  inspected(response: Told): void;
};

const usage = {
  inputTokens: 0,
  outputTokens: 0,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

/** Serves the frames of one socket. */
export function createSession(config: SessionConfig): Session {
  const { name, contract, send } = config;
  const calls = createCalls(contract, send);
  const used = new Set<string>();
  let announced: Announced = { tools: {} };
  let last = "";
  let turns = 0;
  let stop: AbortController | undefined;
  let running = Promise.resolve();

  function hello(): void {
    const grants = [...calls.grants].sort();
    send({
      type: "hello",
      session: name,
      protocol: 1,
      model: { name: "scripted model", demo: true, provider: "" },
      ...offer(contract, announced),
      limits: { frameBytes: 1_048_576, textBytes: 32_768, heartbeatMs: 20_000 },
      ...(grants.length > 0 && { grants }),
    });
  }

  /** Runs a turn from its turn_start to its turn_end, whatever happens in between. */
  async function run(
    user: string,
    act: (turn: Turn) => Promise<End>,
  ): Promise<void> {
    const mine = (stop = new AbortController());
    const { signal } = mine;
    const turn = ++turns;
    const { tools } = offer(contract, announced);
    let n = 0;
    used.add(user);
    send({ type: "turn_start", turn, user });
    const end = await act({
      signal,
      say: (step, delta) => send({ type: "text", turn, step, delta }),
      over: (step) =>
        send({ type: "step", turn, step, ms: 0, requestBytes: 0, usage }),
      call: (step, name, args) =>
        calls.run(
          { id: `t${turn}.${++n}`, turn, step, name, args, signal },
          tools,
        ),
      inspected: (response) => send({ type: "inspected", turn, response }),
    }).catch(gaveUp);
    stop = undefined;
    const reason = signal.aborted ? "stopped" : end.reason;
    send({ type: "turn_end", turn, ...end, reason, usage });
  }

  /** Requests to the model until it answers in words. */
  async function talk(turn: Turn, user: User): Promise<End> {
    const { text: words, context } = user;
    const said = { words, ...(context !== undefined && { context }) };
    const offered = offer(contract, announced).tools.map(nameOf);
    let results: Told[] = [];
    for (let step = 1; !turn.signal.aborted; step++) {
      const answer = await unlessStopped(
        turn.signal,
        config.answer({ ...said, step, results, offered }),
      );
      if (answer === undefined) break;
      for (const part of answer) {
        if ("text" in part) turn.say(step, part.text);
      }
      turn.over(step);
      const wanted = answer.flatMap((part) => ("name" in part ? part : []));
      if (wanted.length === 0) {
        return { reason: answer.length > 0 ? "done" : "no_answer" };
      }
      results = [];
      for (const { name, args } of wanted) {
        results.push(await turn.call(step, name, args));
      }
    }
    return { reason: "stopped" };
  }

  function begin(frame: User | Inspect): void {
    const code = refused(frame);
    if (code !== undefined) {
      const message = `the fake server refuses this frame: ${code}`;
      return send({ type: "error", code, message, ref: frame.id });
    }
    if (frame.type === "user") last = frame.id;
    running = run(frame.id, async (turn) => {
      if (frame.type === "user") return talk(turn, frame);
      turn.inspected(await turn.call(1, frame.name, frame.args));
      return { reason: "done" };
    });
  }

  function refused(frame: User | Inspect) {
    if (stop !== undefined) return "busy";
    if (used.has(frame.id)) return "duplicate";
    const replaces = frame.type === "user" ? frame.replaces : undefined;
    return replaces === undefined || replaces === last
      ? undefined
      : "unexpected";
  }

  return {
    receive(frame) {
      switch (frame.type) {
        case "hello":
          announced = frame;
          return hello();
        case "tools_changed":
          announced = { ...announced, ...frame };
          return hello();
        case "user":
        case "inspect":
          return begin(frame);
        case "tool_result":
          return calls.settle(frame);
        case "revoke":
          if (frame.name === undefined) calls.grants.clear();
          else calls.grants.delete(frame.name);
          return hello();
        case "reset":
          stop?.abort();
          calls.grants.clear();
          return void running.then(hello);
        case "stop":
          return stop?.abort();
        default:
          return; // the rest asks for nothing
      }
    },
    end: () => stop?.abort(),
  };
}

/** A script that has no answer is a fault of the test, told as the model's. */
function gaveUp(thrown: unknown): End {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { reason: "model_error", error: { kind: "bad_request", message } };
}
