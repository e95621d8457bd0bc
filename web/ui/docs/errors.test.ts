import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateErrors, type ErrorTables } from "./errors.ts";
import { codeValues, turnEndReasonValues } from "../../gen/protocol.ts";

const doc = readFileSync(
  new URL("../../../docs/errors.md", import.meta.url),
  "utf8",
);

/** The rows of the document whose first cell is the name. */
function rows(name: string): string[][] {
  return doc
    .split("\n")
    .filter((line) => line.startsWith(`| \`${name}\` |`))
    .map((line) => line.slice(2, -2).split(" | "));
}

test.each([...codeValues, ...turnEndReasonValues])(
  "%s has what the model reads and what the person reads",
  (name) => {
    expect(rows(name).length).toBeGreaterThan(0);
    for (const cells of rows(name)) {
      expect(cells.every((cell) => cell.trim() !== "")).toBe(true);
    }
  },
);

test("every kind of failure has a row with a sentence", () => {
  const kinds = [
    "auth",
    "quota",
    "not_found",
    "bad_request",
    "overloaded",
    "blocked",
    "unreachable",
    "timeout",
  ];
  for (const kind of kinds) {
    expect(rows(kind).map((cells) => cells.length)).toContain(4);
  }
});

test("a code without a sentence for either is refused", () => {
  const row = { state: "failed", model: "do this", person: "this happened" };
  const tables = (broken: object) =>
    ({
      codes: { failed: { ...row, ...broken } },
      ends: {},
      failures: [],
    }) as unknown as ErrorTables;
  expect(generateErrors(tables({}))).toContain("do this");
  expect(() => generateErrors(tables({ model: "" }))).toThrow(/failed/);
  expect(() => generateErrors(tables({ person: "" }))).toThrow(/failed/);
});
