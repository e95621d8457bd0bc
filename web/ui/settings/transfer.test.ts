import { describe, expect, test } from "vitest";
import { caps } from "../../tools/store.ts";
import { exportName, exportText, readImport } from "./transfer.ts";

const now = Date.UTC(2026, 10, 30, 12);
const entries = [
  { key: "colour", value: "green", bytes: 7, storedAt: now, order: 2 },
  { key: "list", value: [1, null, {}], bytes: 13, storedAt: 0, order: 1 },
];

test("what was exported can be imported, with its age", () => {
  expect(readImport(exportText(entries, now))).toEqual([
    { key: "colour", value: "green", storedAt: now },
    { key: "list", value: [1, null, {}], storedAt: 0 },
  ]);
  expect(exportName(now)).toBe("farhand-memory-2026-11-30.json");
});

describe("a file is taken as a whole or not at all", () => {
  const good = { key: "a", value: null, storedAt: "2026-11-30T12:00:00.000Z" };
  const file = (...list: unknown[]): string =>
    JSON.stringify({ format: "farhand-memory", version: 1, entries: list });

  test.each([
    ["no JSON", "{", { is: "not_json" }],
    ["another file", "[1]", { is: "not_ours" }],
    ["a newer one", file().replace(":1", ":2"), { is: "not_ours" }],
    ["no list", '{"format":"farhand-memory","version":1}', { is: "not_ours" }],
  ])("%s", (_, text, fault) => {
    expect(readImport(text)).toEqual(fault);
  });

  test.each([
    ["key", { ...good, key: "" }, ""],
    ["key", null, ""],
    ["key", { ...good, key: "k".repeat(201) }, "k".repeat(201)],
    ["twice", good, "a"],
    ["value", { key: "b", storedAt: good.storedAt }, "b"],
    ["size", { ...good, key: "b", value: "x".repeat(caps.valueBytes) }, "b"],
    ["time", { ...good, key: "b", storedAt: "yesterday" }, "b"],
  ])("an entry with a wrong %s is named", (why, entry, key) => {
    expect(readImport(file(good, entry))).toEqual({
      is: "entry",
      at: 2,
      key,
      why,
    });
  });

  test.each([300, 5_000, 50_000])("a value %i deep is named", (depth) => {
    const value = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const text = file({ ...good, value: 0 }).replace(
      '"value":0',
      `"value":${value}`,
    );
    const found = { is: "entry", at: 1, key: "a", why: "deep" };
    expect([found, { is: "not_json" }]).toContainEqual(readImport(text));
  });

  test("an empty memory is a memory, too", () => {
    expect(readImport(file())).toEqual([]);
  });
});
