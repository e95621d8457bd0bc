import { expect, test } from "vitest";
import { generateProtocol, generateShapes } from "./frames.ts";

const schema = {
  $defs: {
    ServerFrame: { anyOf: [{ $ref: "#/$defs/Ping" }] },
    Ping: {
      type: "object",
      properties: {
        type: { const: "ping" },
        mood: { $ref: "#/$defs/Mood" },
        list: { type: "array", items: { type: "integer" } },
        rest: {},
      },
      required: ["type", "mood"],
    },
    Mood: { description: "How it is.", enum: ["good", "bad"] },
  },
};

test("frames become types, enums constants, server frames shapes", () => {
  const code = generateProtocol(schema, "some.json");
  expect(code).toContain("from some.json. DO NOT EDIT.");
  expect(code).toContain("export type ServerFrame = Ping;");
  expect(code).toContain(
    "  mood: Mood;\n  list?: number[];\n  rest?: unknown;\n",
  );
  expect(code).toContain(
    '/** How it is. */\nexport type Mood = "good" | "bad";',
  );
  expect(code).toContain('export const moodValues = [\n  "good",\n  "bad",\n]');
  expect(generateShapes(schema, "some.json")).toContain(
    'ping: { mood: "", "list?": [0] },',
  );
});

test.each([
  [null],
  [{ $defs: {} }],
  [{ $defs: { ServerFrame: { anyOf: [{}] } } }],
])("%j is refused", (broken) => {
  expect(() => generateShapes(broken, "x")).toThrow("not the frames");
});
