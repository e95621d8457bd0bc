import { expect, test } from "vitest";
import { inline, typeOf } from "./convert.ts";

const cases: Array<{ name: string; schema: unknown; type: string }> = [
  { name: "true is anything", schema: true, type: "unknown" },
  { name: "false is nothing", schema: false, type: "never" },
  { name: "an empty schema is anything", schema: {}, type: "unknown" },
  {
    name: "string with bounds",
    schema: { type: "string", maxLength: 3 },
    type: "string",
  },
  { name: "integer", schema: { type: "integer" }, type: "number" },
  {
    name: "a list of types",
    schema: { type: ["string", "null"] },
    type: "string | null",
  },
  {
    name: "enum",
    schema: { enum: ["a", 1, null, true] },
    type: '"a" | 1 | null | true',
  },
  { name: "const", schema: { const: "x" }, type: '"x"' },
  {
    name: "an object as const is not covered",
    schema: { const: {} },
    type: "unknown",
  },
  {
    name: "array",
    schema: { type: "array", items: { type: "string" } },
    type: "string[]",
  },
  {
    name: "array of a union",
    schema: { type: "array", items: { enum: [1, 2] } },
    type: "Array<1 | 2>",
  },
  { name: "array of anything", schema: { type: "array" }, type: "unknown[]" },
  {
    name: "tuples are not covered",
    schema: { type: "array", prefixItems: [{}] },
    type: "unknown[]",
  },
  {
    name: "oneOf",
    schema: { oneOf: [{ type: "string" }, { type: "number" }] },
    type: "string | number",
  },
  {
    name: "anyOf with anything",
    schema: { anyOf: [{ type: "string" }, {}] },
    type: "unknown",
  },
  {
    name: "allOf is not covered",
    schema: { allOf: [{ type: "string" }] },
    type: "unknown",
  },
  {
    name: "no property at all",
    schema: { type: "object", properties: {}, additionalProperties: false },
    type: "Record<string, never>",
  },
  {
    name: "a map",
    schema: { type: "object", additionalProperties: { type: "number" } },
    type: "{ [key: string]: number }",
  },
  {
    name: "any object",
    schema: { type: "object" },
    type: "{ [key: string]: unknown }",
  },
  {
    name: "required, optional, described and oddly named properties",
    schema: {
      type: "object",
      properties: {
        a: { type: "string", description: "First */ one." },
        "b-c": { type: "boolean" },
      },
      required: ["a"],
      oneOf: [{ required: ["a"] }],
    },
    type: '{\n  /** First *\\/ one. */\n  a: string;\n  "b-c"?: boolean;\n}',
  },
  {
    name: "a reference into $defs",
    schema: { $ref: "#/$defs/n", $defs: { n: { type: "number" } } },
    type: "number",
  },
  {
    name: "a recursive reference ends in unknown",
    schema: {
      $ref: "#/$defs/tree",
      $defs: { tree: { type: "array", items: { $ref: "#/$defs/tree" } } },
    },
    type: "unknown[]",
  },
  {
    name: "any other reference",
    schema: { $ref: "https://example.com/s" },
    type: "unknown",
  },
];

test.each(cases)("$name", ({ schema, type }) => {
  expect(typeOf(schema, inline(schema))).toBe(type);
});
