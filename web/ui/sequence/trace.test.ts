import { expect, test } from "vitest";
import type { ServerFrame } from "../../gen/protocol.ts";
import { reduce } from "../reduce.ts";
import { call } from "../samples.ts";
import { type ChatEvent, initial, type Turn } from "../state.ts";

const usage = {
  inputTokens: 300,
  outputTokens: 10,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

/** The turn after events at their times. */
function play(...events: (readonly [at: number, event: ChatEvent])[]): Turn {
  const state = events.reduce(
    (state, [at, event]) => reduce(state, event, at),
    initial,
  );
  const turn = state.turns.at(-1);
  if (turn === undefined) throw new Error("no turn");
  return turn;
}

const frame = (frame: ServerFrame): ChatEvent => ({ type: "frame", frame });
const text = (step: number, delta = "x"): ChatEvent =>
  frame({ type: "text", turn: 1, step, delta });
const thought = (step: number): ChatEvent =>
  frame({ type: "reasoning", turn: 1, step, delta: "hm" });
const step = (step: number, ms: number, requestBytes = 1_200): ChatEvent =>
  frame({ type: "step", turn: 1, step, ms, requestBytes, usage });

const begun = [
  [1_000, { type: "sent", id: "u1", words: "Where am I?" }],
  [1_010, frame({ type: "turn_start", turn: 1, user: "u1" })],
] as const;

test("H29 a turn remembers when it began, spoke and ended", () => {
  const { sentAt, trace } = play(
    ...begun,
    [1_500, text(1)],
    [1_600, text(1)],
    [1_800, step(1, 780)],
    [1_805, frame({ type: "turn_end", turn: 1, reason: "done", usage })],
  );
  expect(sentAt).toBe(1_000);
  expect(trace).toEqual({
    started: 1_010,
    ended: 1_805,
    steps: [
      {
        step: 1,
        first: 1_500,
        ended: 1_800,
        ms: 780,
        requestBytes: 1_200,
        usage,
      },
    ],
    waits: [],
  });
});

test("H29 the first word of a step may be a thought; what is taken back was none", () => {
  const before = [...begun, [1_200, thought(1)], [1_300, text(1)]] as const;
  expect(play(...before).trace.steps).toEqual([{ step: 1, first: 1_200 }]);
  const retract = frame({ type: "retract", turn: 1, step: 1 });
  const after = [...before, [1_400, retract]] as const;
  expect(play(...after).trace.steps).toEqual([{ step: 1 }]);
  expect(play(...after, [1_900, text(1)]).trace.steps).toEqual([
    { step: 1, first: 1_900 },
  ]);
});

test("H29 every wait of a call for its user is remembered with its kind", () => {
  const waiting = (
    state: "awaiting_user" | "running",
    kind?: "approval" | "gesture",
  ): ChatEvent => ({
    type: "call",
    call: call({ state, ...(kind && { waiting: kind }) }),
  });
  const { trace } = play(
    ...begun,
    [2_000, waiting("awaiting_user", "approval")],
    [2_500, waiting("awaiting_user", "approval")],
    [5_000, waiting("running")],
    [5_100, waiting("awaiting_user", "gesture")],
  );
  expect(trace.waits).toEqual([
    { call: "t1.1", waiting: "approval", from: 2_000, to: 5_000 },
    { call: "t1.1", waiting: "gesture", from: 5_100 },
  ]);
});

test("H29 notices have their time; words that the server refused have an end", () => {
  const { parts } = play(...begun, [
    1_300,
    frame({ type: "notice", turn: 1, code: "queued" }),
  ]);
  expect(parts).toEqual([{ kind: "notice", code: "queued", at: 1_300 }]);
  const busy = frame({ type: "error", code: "busy", message: "m", ref: "u1" });
  expect(play(begun[0], [1_040, busy]).trace.ended).toBe(1_040);
});

test("H29 a server that never ends cannot fill the memory", () => {
  const steps = Array.from(
    { length: 500 },
    (_, at) => [2_000, step(at, 1)] as const,
  );
  expect(play(...begun, ...steps).trace.steps).toHaveLength(100);
});

test("H29 a turn that is over is not changed by late frames", () => {
  const end = frame({ type: "turn_end", turn: 1, reason: "stopped", usage });
  const ended = [...begun, [2_000, end]] as const;
  expect(play(...ended, [2_100, step(1, 5)])).toEqual(play(...ended));
});
