import { describe, expect, test } from "vitest";
import { call } from "../samples.ts";
import { untold } from "../sequence/trace.ts";
import type { Part, Turn } from "../state.ts";
import { english } from "../strings/english.ts";
import { createPlain, plainOf } from "./markdown/plain.ts";
import { settle } from "./markdown/settle.ts";
import { createReader, type Reading } from "./spoken.ts";

const reading = (): Reading => ({
  texts: english,
  title: (tool) => (tool === "geolocation_get" ? "Your location" : tool),
  plain: createPlain(),
  sure: (text) => settle(text).sure,
});

function turn(parts: readonly Part[], over = false): Turn {
  return {
    id: "m1",
    words: "words",
    sentAt: 0,
    progress: over
      ? { at: "ended", turn: 1, end: { reason: "done" } }
      : { at: "running", turn: 1 },
    parts,
    trace: untold,
  };
}

const text = (text: string, step = 1): Part => ({ kind: "text", step, text });

/** What is read of an answer that comes in pieces of that length. */
function readIn(answer: string, length: number): string[] {
  const reader = createReader();
  const how = reading();
  const said = reader.read([turn([])], how);
  for (let end = length; end < answer.length; end += length) {
    said.push(...reader.read([turn([text(answer.slice(0, end))])], how));
  }
  said.push(...reader.read([turn([text(answer)], true)], how));
  return said;
}

const answer = `## Two *things*

You are in **Berlin**, near [Alexanderplatz](https://example.com/a_b). It is 5*3 o'clock, about
noon! Is that (really) so? See \`time()\`.

1. First, *this*.
2. Then **that**. And more.

| Place | Size |
|-------|------|
| Here  | 1.5  |

\`\`\`js
const a = "**"; // not bold
\`\`\`

> Quoted. Twice.

![A map](https://example.org/map.png) The end, without a stop`;

describe("an answer", () => {
  test.each([1, 2, 3, 4, 7, 40, 1000])(
    "is read once, whatever the pieces: %i characters",
    (length) => {
      const said = readIn(answer, length).join(" ");
      expect(said.replace(/\s+/g, "")).toBe(
        plainOf(answer).replace(/\s+/g, ""),
      );
    },
  );

  test("is read in sentences, without marks, as each is complete", () => {
    const reader = createReader();
    const how = reading();
    const read = (words: string) => reader.read([turn([text(words)])], how);
    expect(read("You are in **Ber")).toEqual([]);
    expect(read("You are in **Berlin**. It")).toEqual(["You are in Berlin."]);
    expect(read("You are in **Berlin**. It is *noo")).toEqual([]);
    expect(read("You are in **Berlin**. It is *noon*. So")).toEqual([
      "It is noon.",
    ]);
  });

  test("that another step begins is the end of a sentence", () => {
    const reader = createReader();
    const parts = [text("I look"), { kind: "call", call: call() } as const];
    expect(reader.read([turn(parts)], reading())).toEqual(["I look"]);
    expect(reader.read([turn(parts)], reading())).toEqual([]);
  });

  test("a step that was taken back is read from where it differs", () => {
    const reader = createReader();
    const how = reading();
    reader.read([turn([text("One. Two. Thr")])], how);
    reader.read([turn([])], how);
    expect(reader.read([turn([text("One. Too. Three")])], how)).toEqual([
      "Too.",
    ]);
  });

  test("that was over when it was first seen is not read", () => {
    const reader = createReader();
    expect(reader.read([turn([text("Old.")], true)], reading())).toEqual([]);
  });

  test("tells why it ended without its end", () => {
    const reader = createReader();
    const how = reading();
    reader.read([turn([text("Half. ")])], how);
    const ended: Turn = {
      ...turn([text("Half. ")]),
      progress: { at: "ended", turn: 1, end: { reason: "stopped" } },
    };
    expect(reader.read([ended], how)).toEqual([
      "Half.",
      "You stopped this answer.",
    ]);
    expect(reader.read([ended], how)).toEqual([]);
  });
});

describe("a call", () => {
  const states = (...calls: Parameters<typeof call>[0][]): string[] => {
    const reader = createReader();
    const how = reading();
    return calls.flatMap((changes) =>
      reader.read([turn([{ kind: "call", call: call(changes) }])], how),
    );
  };

  test("is told when it waits for the browser's question, and when it is over", () => {
    expect(
      states(
        { state: "requested" },
        { state: "running" },
        { state: "awaiting_user", waiting: "permission" },
        { state: "awaiting_user", waiting: "permission" },
        { state: "running" },
        { state: "succeeded", ms: 800 },
        { state: "succeeded", ms: 800, confirmed: true },
      ),
    ).toEqual([
      "Your location: waiting for you.",
      "Your location: done in 0.8 s.",
    ]);
  });

  test("whose card asks makes itself known, and is not told here", () => {
    expect(states({ state: "awaiting_user", waiting: "approval" })).toEqual([]);
    expect(states({ state: "failed" })).toEqual(["Your location: failed."]);
  });
});
