import { expect, test } from "vitest";
import { call, hello } from "../samples.ts";
import { untold } from "../sequence/trace.ts";
import type { Turn } from "../state.ts";
import { english } from "../strings/english.ts";
import { toJSON, toMarkdown } from "./export.ts";

const turn: Turn = {
  id: "m1",
  words: "Where am I?\nSay it twice.",
  sentAt: 0,
  progress: { at: "ended", turn: 1, end: { reason: "done" } },
  parts: [
    { kind: "thoughts", step: 1, text: "A place is wanted." },
    {
      kind: "call",
      call: call({
        state: "succeeded",
        ms: 800,
        result: { latitude: 1 },
        marks: { requested: 1000, running: 2000 },
      }),
    },
    { kind: "text", step: 2, text: "**Here**, and here.\n" },
  ],
  trace: untold,
};
const lost: Turn = {
  ...turn,
  id: "m0",
  words: "Hello",
  parts: [],
  progress: {
    at: "ended",
    turn: 1,
    end: { reason: "model_error", error: { kind: "quota", message: "m" } },
  },
};
const conversation = { hello, past: [lost], turns: [turn] };

test("version 1 of the JSON holds turns, calls and times", () => {
  expect(JSON.parse(toJSON(conversation, 0))).toEqual({
    format: "farhand.conversation",
    version: 1,
    exportedAt: "1970-01-01T00:00:00.000Z",
    model: { name: "demo", demo: true },
    turns: [
      {
        user: "Hello",
        sentAt: "1970-01-01T00:00:00.000Z",
        remembered: false,
        end: "model_error",
        error: { kind: "quota", message: "m" },
        parts: [],
      },
      {
        user: "Where am I?\nSay it twice.",
        sentAt: "1970-01-01T00:00:00.000Z",
        remembered: true,
        end: "done",
        parts: [
          { kind: "thoughts", text: "A place is wanted." },
          {
            kind: "call",
            id: "t1.1",
            name: "geolocation_get",
            args: {},
            state: "succeeded",
            result: { latitude: 1 },
            ms: 800,
            userMs: 0,
            times: {
              requested: "1970-01-01T00:00:01.000Z",
              running: "1970-01-01T00:00:02.000Z",
            },
          },
          { kind: "text", text: "**Here**, and here.\n" },
        ],
      },
    ],
  });
});

test("the Markdown reads as the conversation, a line for each call", () => {
  expect(toMarkdown({ ...conversation, past: [] }, english)).toBe(
    `**You**

> Where am I?
> Say it twice.

- *Your location: done in 0.8 s*

**Here**, and here.
`,
  );
});
