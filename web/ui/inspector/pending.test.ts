import { expect, test } from "vitest";
import { call } from "../samples.ts";
import { clocksOf, marksOf } from "./pending.ts";
import type { Entry } from "./watch.ts";

function entry(
  at: number,
  sent: boolean,
  frame: { type: string; [field: string]: unknown },
): Entry {
  const text = JSON.stringify(frame);
  return { key: at, at, sent, text, bytes: 0, type: frame.type, frame };
}

const asked = entry(1_000, false, {
  type: "tool_call",
  id: "t1.1",
  timeoutMs: 15_000,
  userTimeoutMs: 120_000,
});
const moved = (at: number, state: string): Entry =>
  entry(at, true, { type: "tool_state", id: "t1.1", state });
const open = call({ state: "running", marks: { requested: 1_000 } });

test("the clocks run in turns, and none restarts", () => {
  const entries = [
    asked,
    moved(1_100, "delivered"),
    moved(2_000, "awaiting_user"),
    moved(5_000, "running"),
    moved(6_000, "awaiting_user"),
  ];
  expect(clocksOf(open, entries, 6_500)).toEqual({
    ownMs: 2_000,
    userMs: 3_500,
    ownLimitMs: 15_000,
    userLimitMs: 120_000,
  });
});

test("they stop with the call, and limits that nobody kept are unknown", () => {
  const ended = call({
    state: "failed",
    marks: { requested: 1_000, failed: 1_400 },
  });
  expect(clocksOf(ended, [], 9_000)).toEqual({
    ownMs: 400,
    userMs: 0,
    ownLimitMs: undefined,
    userLimitMs: undefined,
  });
});

test.each([
  ["nothing", open, [], []],
  ["ended here only", call({ state: "failed" }), [], ["unconfirmed"]],
  ["confirmed", call({ state: "failed", confirmed: true }), [], []],
  [
    "open after its turn",
    open,
    [entry(1, false, { type: "turn_end", turn: 1 })],
    ["orphaned"],
  ],
  [
    "answered too late",
    call({ state: "succeeded", confirmed: true }),
    [entry(1, false, { type: "nack", id: "t1.1", reason: "settled" })],
    ["late"],
  ],
  [
    "unknown to the server",
    call({ state: "succeeded", confirmed: true }),
    [
      entry(1, false, { type: "nack", id: "t1.1", reason: "unknown" }),
      entry(1, false, { type: "nack", id: "t2.1", reason: "settled" }),
    ],
    ["unknown"],
  ],
])("a call that is %s is marked so", (_, call, entries, marks) => {
  expect(marksOf(call, entries as Entry[])).toEqual(marks);
});
