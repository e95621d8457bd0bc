import { expect, test } from "vitest";
import { en } from "../strings/inspector/en.ts";
import { english } from "../strings/english.ts";
import { idOf, matching } from "./filter.ts";
import type { Entry } from "./watch.ts";

let keys = 0;

function entry(sent: boolean, frame: { type: string; [f: string]: unknown }) {
  const text = JSON.stringify(frame);
  const { type } = frame;
  const key = ++keys;
  return { key, at: 0, sent, text, bytes: text.length, type, frame } as Entry;
}

const call = entry(false, {
  type: "tool_call",
  id: "t1.1",
  name: "speak",
  args: { text: "hidden" },
});
const result = entry(true, { type: "tool_result", id: "t1.1", result: 1 });
const beats = [1, 2, 3].map((seq) =>
  entry(seq === 2, { type: "heartbeat", seq }),
);
const end = entry(false, { type: "turn_end", turn: 7, reason: "done" });
const all = [call, ...beats, result, end];

function shown(query = "", ways: "both" | "sent" | "received" = "both") {
  return matching(all, { query, ways, beats: false }).map((row) =>
    "beats" in row ? row.beats : row.type,
  );
}

test("heartbeats in a row are one line, unless they are wanted", () => {
  expect(shown()).toEqual(["tool_call", 3, "tool_result", "turn_end"]);
  expect(matching(all, { query: "", ways: "both", beats: true })).toHaveLength(
    6,
  );
});

test.each([
  ["TOOL", ["tool_call", "tool_result"]],
  ["t1.1", ["tool_call", "tool_result"]],
  ["speak", ["tool_call"]],
  ["7", ["turn_end"]],
  ["done", ["turn_end"]],
  ["hidden", []],
])("%j finds %j", (query, types) => {
  expect(shown(query)).toEqual(types);
});

test("one direction alone", () => {
  expect(shown("", "sent")).toEqual([1, "tool_result"]);
  expect(shown("", "received")).toEqual(["tool_call", 2, "turn_end"]);
});

test("a frame is named by its call or its turn, with state and code", () => {
  const id = (one: Entry): string => idOf(english, en, one);
  const nack = entry(false, { type: "nack", id: "t1.1", reason: "settled" });
  expect([id(call), id(end), id(nack)]).toEqual([
    "t1.1",
    "turn 7 · done",
    "t1.1 · settled",
  ]);
});
