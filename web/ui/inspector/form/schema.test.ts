import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fits, limitsOf, type Schema, shapeOf, textOf } from "./schema.ts";

const kind = (schema: Schema, root: Schema = schema): string =>
  shapeOf(schema, root).kind;

describe("the kind of control", () => {
  test.each([
    [{ type: "string" }, "string"],
    [{ type: "number" }, "number"],
    [{ type: "integer" }, "integer"],
    [{ type: "boolean" }, "boolean"],
    [{ type: "null" }, "const"],
    [{ const: 1 }, "const"],
    [{ enum: ["a", null] }, "enum"],
    [{ type: "array", items: { type: "string" } }, "array"],
    [{ items: { type: "string" } }, "array"],
    [{ type: "object", properties: { a: {} } }, "object"],
    [{ type: "object", additionalProperties: false }, "object"],
    [{ properties: { a: {} } }, "object"],
    [{ type: ["string", "null"] }, "choice"],
    [{ type: ["string"] }, "string"],
    [{ oneOf: [{ type: "string" }, { type: "number" }] }, "choice"],
    [{ anyOf: [{ type: "string" }] }, "choice"],
    // What a form has no control for.
    [{}, "json"],
    [true, "json"],
    [{ type: "object" }, "json"],
    [{ type: "object", additionalProperties: { type: "string" } }, "json"],
    [{ type: "object", patternProperties: { "^x": {} } }, "json"],
    [{ allOf: [{ type: "string" }] }, "json"],
    [{ type: "array", prefixItems: [{ type: "string" }] }, "json"],
    [{ type: "string", not: { const: "x" } }, "json"],
    [{ $ref: "#/$defs/nowhere" }, "json"],
    [{ $ref: "https://example.org/x" }, "json"],
    [{ $ref: "#%" }, "json"],
  ])("of %j is %s", (schema, expected) => {
    expect(kind(schema)).toBe(expected);
  });

  test("is found behind references, also of a schema that holds itself", () => {
    const root = {
      type: "object",
      properties: {
        name: { $ref: "#/$defs/a~1b", description: "own words" },
        child: { $ref: "#" },
        anchored: { $ref: "#word" },
        loop: { $ref: "#/properties/loop" },
      },
      $defs: {
        "a/b": { type: "integer", description: "words there" },
        w: { $anchor: "word", type: "boolean" },
      },
    };
    const { name, child, anchored, loop } = root.properties;
    expect(kind(name, root)).toBe("integer");
    expect(textOf(name, root, "description")).toBe("own words");
    expect(kind(child, root)).toBe("object");
    expect(kind(anchored, root)).toBe("boolean");
    expect(kind(loop, root)).toBe("json");
  });

  test("of every tool of the contract is an object", () => {
    const contract = JSON.parse(
      readFileSync(new URL("../../../../tools.json", import.meta.url), "utf8"),
    ) as { tools: { inputSchema: Schema }[] };
    expect(
      new Set(contract.tools.map((tool) => kind(tool.inputSchema))),
    ).toEqual(new Set(["object"]));
  });
});

test("an option of a choice has what holds for all options", () => {
  const schema = {
    type: "object",
    description: "of all",
    properties: { id: { type: "string" } },
    required: ["id"],
    oneOf: [
      { properties: { kind: { const: "a" } }, required: ["kind"] },
      { properties: { kind: { const: "b" }, size: { type: "number" } } },
    ],
  };
  const shape = shapeOf(schema, schema);
  expect(
    shape.kind === "choice" && shape.options.map((one) => shapeOf(one, schema)),
  ).toMatchObject([
    {
      kind: "object",
      fields: [
        { name: "id", required: true },
        { name: "kind", required: true },
      ],
    },
    {
      fields: [
        { name: "id", required: true },
        { name: "kind", required: false },
        { name: "size", required: false },
      ],
    },
  ]);
});

test("a choice that holds nothing but itself fits nothing", () => {
  const schema = { anyOf: [{ $ref: "#" }] };
  expect(fits(1, schema, schema)).toBe(false);
});

test("limits are told in order", () => {
  const schema = { pattern: "^a", maxLength: 9, minLength: 0, format: "uri" };
  expect(
    limitsOf(schema, schema).map(({ keyword, value }) => `${keyword} ${value}`),
  ).toEqual(["minLength 0", "maxLength 9", "format uri", "pattern ^a"]);
});

test.each([
  [{ type: "integer" }, 1, true],
  [{ type: "integer" }, 1.5, false],
  [{ enum: [{ a: 1 }] }, { a: 1 }, true],
  [{ const: [1] }, [1, 2], false],
  [{ type: "array", items: { type: "string" } }, ["a", 1], false],
  [{ properties: { a: { type: "string" } }, required: ["a"] }, {}, false],
  [
    { properties: { a: { type: "string" } }, additionalProperties: false },
    { b: 1 },
    false,
  ],
  [{ type: ["string", "null"] }, null, true],
  [{}, { any: "thing" }, true],
])("%j: %j fits: %s", (schema, value, expected) => {
  expect(fits(value, schema, schema)).toBe(expected);
});
