import { expect, test } from "vitest";
import type { Schema } from "./schema.ts";
import { Draft, initial, toJSON, unfinished, withField } from "./value.ts";

test.each<[Schema, unknown]>([
  [
    {
      type: "object",
      properties: {
        key: { type: "string" },
        optional: { type: "string" },
        on: { type: "boolean" },
        count: { type: "integer" },
        kind: { const: "x" },
        size: { enum: ["s", "m"] },
        given: { type: "number", default: 3 },
        list: { type: "array", items: { type: "string" } },
        inner: { properties: { a: { type: "string" } }, required: ["a"] },
      },
      required: ["key", "on", "count", "kind", "size", "list", "inner"],
    },
    { key: "", on: false, kind: "x", given: 3, list: [], inner: { a: "" } },
  ],
  [{ type: "array", minItems: 2, items: { type: "string" } }, ["", ""]],
  [{ oneOf: [{ const: 1 }, { const: 2 }] }, 1],
  [{}, undefined],
])("a form of %j starts with %j", (schema, expected) => {
  expect(initial(schema, schema)).toEqual(expected);
});

test("a schema that requires itself comes to an end", () => {
  const schema = { properties: { self: { $ref: "#" } }, required: ["self"] };
  expect(toJSON(initial(schema, schema)).length).toBeLessThan(2000);
});

test("properties stand in the order of the schema, unknown ones behind", () => {
  const order = ["a", "b", "c"];
  expect(Object.keys(withField({ x: 1, c: 1 }, "a", 1, order))).toEqual([
    "a",
    "c",
    "x",
  ]);
  expect(withField({ a: 1, b: 2 }, "a", undefined, order)).toEqual({ b: 2 });
});

test("what is no value yet is named and keeps its text", () => {
  const value = { a: new Draft("1e"), list: [1, { b: new Draft("") }] };
  expect(unfinished(value)).toEqual(["a", "list[1].b"]);
  expect(JSON.parse(toJSON(value))).toEqual({ a: "1e", list: [1, { b: "" }] });
});
