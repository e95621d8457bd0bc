import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CallError, Code, FinalState } from "../gen/protocol.ts";
import { stateOf, ToolError } from "./error.ts";
import { callError, maxMessage } from "./thrown.ts";

const unprintable = {
  toString() {
    throw new Error("no");
  },
};
/** An error whose message is no text, as a class of a page may have it. */
const withMessage = (message: unknown): Error =>
  Object.defineProperty(new Error(), "message", { value: message });
const hostile = new Proxy(new Error("no"), {
  getPrototypeOf() {
    throw new Error("no");
  },
});

test.each<[string, unknown, CallError]>([
  [
    "a ToolError keeps its code",
    new ToolError("unsupported", "no"),
    { code: "unsupported", message: "no" },
  ],
  ["an Error", new TypeError("bad"), { code: "failed", message: "bad" }],
  ["a string", "just words", { code: "failed", message: "just words" }],
  [
    "nothing",
    undefined,
    { code: "failed", message: "the tool failed without saying why" },
  ],
  [
    "an empty message",
    new Error(""),
    { code: "failed", message: "the tool failed without saying why" },
  ],
  [
    "what cannot be printed",
    unprintable,
    { code: "failed", message: "the tool failed without saying why" },
  ],
  ["null", null, { code: "failed", message: "null" }],
  ["a number as message", withMessage(42), { code: "failed", message: "42" }],
  [
    "an object as message that cannot be printed",
    withMessage(unprintable),
    { code: "failed", message: "the tool failed without saying why" },
  ],
  [
    "what cannot even be looked at",
    hostile,
    { code: "failed", message: "the tool failed without saying why" },
  ],
  [
    "a refused permission",
    new DOMException("no", "NotAllowedError"),
    { code: "permission_denied", message: "no" },
  ],
  [
    "an abort",
    new DOMException("gone", "AbortError"),
    { code: "cancelled", message: "gone" },
  ],
])("H39 %s", (_name, thrown, error) => {
  expect(callError(thrown)).toEqual(error);
});

test("H39 a long message is cut, the stack stays behind", () => {
  const { message } = callError(new Error("x".repeat(2000)));
  expect(message).toHaveLength(maxMessage);
  expect(message).not.toContain("at ");
});

const codes = Object.entries(
  JSON.parse(
    readFileSync(
      new URL("../../internal/protocol/testdata/codes.json", import.meta.url),
      "utf8",
    ),
  ) as { [C in Code]: { state: FinalState } },
) as [Code, { state: FinalState }][];
test.each(codes)(
  "A55 %s leads to the same state as on the server",
  (code, { state }) => {
    expect(stateOf(code)).toBe(state);
  },
);
