import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseServerFrame } from "./parse.ts";

type Sample = { name: string; frame: { type: string } };

const samples = JSON.parse(
  readFileSync(
    new URL(
      "../../internal/protocol/testdata/frames/server.json",
      import.meta.url,
    ),
    "utf8",
  ),
) as Sample[];

describe("every sample of a server frame", () => {
  test.each(samples)("$name", ({ frame }) => {
    expect(parseServerFrame(JSON.stringify(frame))).toEqual(frame);
    expect(
      parseServerFrame(JSON.stringify({ ...frame, later: {} })),
    ).toBeDefined();
  });
});

test.each<[string, unknown]>([
  ["no text", new ArrayBuffer(2)],
  ["no JSON", "{"],
  ["no object", "[]"],
  ["null", "null"],
  ["no type", "{}"],
  ["an unknown type", '{"type":"sing"}'],
  ["a name of Object.prototype", '{"type":"toString"}'],
  ["a type of the other direction", '{"type":"user","id":"1","text":"x"}'],
  ["a missing field", '{"type":"text","turn":1,"step":1}'],
  ["a wrong kind", '{"type":"heartbeat","seq":"1"}'],
  ["a fraction for an integer", '{"type":"heartbeat","seq":1.5}'],
  [
    "a wrong kind inside",
    '{"type":"tool_call","turn":1,"step":1,"id":"t1.1","name":"x","args":[],"timeoutMs":1,"userTimeoutMs":1}',
  ],
  [
    "a wrong optional field",
    '{"type":"error","code":"busy","message":"x","ref":1}',
  ],
])("%s is no frame", (_name, data) => {
  expect(parseServerFrame(data)).toBeUndefined();
});

test("a new value of an enum passes", () => {
  const frame = { type: "nack", id: "t1.1", reason: "something new" };
  expect(parseServerFrame(JSON.stringify(frame))).toEqual(frame);
});
