import { expect, test } from "vitest";
import { codeValues } from "../../gen/protocol.ts";
import { call, tool } from "../samples.ts";
import {
  askWords,
  expiryWords,
  fillAsk,
  meaningWords,
  stateReason,
} from "./calls.ts";
import { english } from "./english.ts";
import { createTexts } from "./texts.ts";

const read = tool("clipboard_read", "Read the clipboard");
const write = tool("memory_put", "Remember");

test("H33 a timed out call says who did not answer", () => {
  const reason = (marks: object, code: "timeout" | "not_delivered") =>
    stateReason(english, call({ state: "timed_out", code, marks }));
  expect(reason({}, "not_delivered")).toBe("the page did not answer");
  expect(reason({ running: 2 }, "timeout")).toBe("it took too long");
  expect(reason({ running: 1, awaiting_user: 2 }, "timeout")).toBe(
    "you did not answer",
  );
  const message = "stage running: the tool did not end within 50 ms";
  expect(
    stateReason(
      english,
      call({ code: "timeout", message, marks: { awaiting_user: 9 } }),
    ),
  ).toBe("it took too long");
});

test("H33 no two codes have the same reason", () => {
  const reasons = codeValues
    .map((code) => stateReason(english, call({ state: "failed", code })))
    .filter((reason) => reason !== "");
  expect(new Set(reasons).size).toBe(reasons.length);
});

test("H34 what an allowed call means names where it goes", () => {
  const model = { name: "m", demo: false };
  expect(meaningWords(english, read, { ...model, provider: "Example" })).toBe(
    "What it reads goes to this server, and from there to Example.",
  );
  expect(meaningWords(english, read, { ...model, provider: "" })).toBe(
    "What it reads goes to this server and no further.",
  );
  expect(meaningWords(english, read, model)).toBe(
    "What it reads goes to the server and to the model.",
  );
  expect(meaningWords(english, write, model)).toMatch(/^It changes something/);
  expect(meaningWords(english, { ...read, where: "server" }, model)).toMatch(
    /^This runs on the server/,
  );
});

test("H34 the time that is left is in whole seconds", () => {
  expect(
    [100_000, 59_100, 8_999, 0].map((ms) => expiryWords(english, ms)),
  ).toEqual([
    "expires in 1 min 40 s",
    "expires in 1 min 00 s",
    "expires in 9 s",
    "expires in 0 s",
  ]);
});

test("H34 the server asks in English, the contract's translation in other languages", () => {
  const ask = 'Put "{text}" on your clipboard';
  const asking = { ...write, ui: { ask } };
  const approval = {
    reason: 'Put "tea" on your clipboard',
    risk: "high",
    remember: false,
  } as const;
  const german = createTexts({
    ...english,
    language: "de",
    contract: { [ask]: "\u201e{text}\u201c in die Zwischenablage legen" },
  });
  const args = { text: "tea" };
  expect(askWords(english, asking, { args }, approval)).toBe(approval.reason);
  expect(askWords(german, asking, { args }, approval)).toBe(
    "\u201etea\u201c in die Zwischenablage legen",
  );
  expect(askWords(german, write, { args }, approval)).toBe(approval.reason);
});

test.each([
  ["{text}", { text: "a\nb\tc" }, "a b c"],
  ["{text}", { text: "safe\u202egnp.exe" }, "safegnp.exe"],
  ["{text}", { text: "\u{1f469}\u200d\u{1f4bb}" }, "\u{1f469}\u200d\u{1f4bb}"],
  ["{list} {missing}.", { list: [1, "a"] }, '[1,"a"] .'],
  ["{toString}", {}, ""],
  ["{text}", { text: "{text}" }, "{text}"],
  [
    "{text}",
    { text: "\u{1f600}".repeat(201) },
    `${"\u{1f600}".repeat(199)}\u2026`,
  ],
])("H34 %j is filled by the server's rules", (sentence, args, expected) => {
  expect(fillAsk(sentence, args)).toBe(expected);
});
