// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { ToolError } from "./error.ts";
import { plainJSON } from "./json.ts";

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

let deep: unknown = 1;
for (let level = 0; level < 300; level++) deep = [deep];

const throwing = Object.defineProperty({}, "x", {
  enumerable: true,
  get: () => {
    throw new Error("no");
  },
});

describe("H26 a result that is not plain JSON is invalid_result with the path", () => {
  test.each<[string, unknown, string]>([
    ["undefined", undefined, "result is undefined"],
    ["undefined inside", { a: { b: undefined } }, "result.a.b is undefined"],
    ["a function", { f: () => 1 }, "result.f is function"],
    ["a symbol", [Symbol("s")], "result[0] is symbol"],
    ["NaN", [1, NaN], "result[1] is NaN"],
    ["Infinity", -Infinity, "result is -Infinity"],
    ["a BigInt", { n: 1n }, "result.n is bigint"],
    ["a hole in an array", [1, , 2], "result[1] is undefined"],
    ["a cycle", cyclic, "result.self contains itself"],
    ["nested without end", deep, "nested too deeply"],
    [
      "a DOM node",
      document.createElement("p"),
      "result is a HTMLParagraphElement",
    ],
    ["a Map", { m: new Map() }, "result.m is a Map"],
    ["a Set", new Set(), "result is a Set"],
    ["a Date", { at: new Date(0) }, "result.at is a Date"],
    ["an Error", new Error("x"), "result is a Error"],
    ["an instance", new (class Point {})(), "result is a Point"],
    ["bytes", new Uint8Array(2), "result is a Uint8Array"],
    [
      "a getter that throws",
      throwing,
      "result contains itself or cannot be read",
    ],
    [
      "what a toJSON would hide",
      { toJSON: () => 1 },
      "result.toJSON is function",
    ],
  ])("%s", (_name, value, words) => {
    let thrown: unknown;
    try {
      plainJSON(value);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ToolError);
    expect((thrown as ToolError).code).toBe("invalid_result");
    expect((thrown as ToolError).message).toContain(words);
  });
});

describe("H37 any JSON value is a result", () => {
  const shared = { x: 1 };
  test.each<[unknown, number]>([
    [null, 4],
    [false, 5],
    [0, 1],
    ["\u2603é", 7],
    [[], 2],
    [{ a: [1, "two", null, { b: true }] }, 31],
    [Object.assign(Object.create(null), { a: 1 }), 7],
    [[shared, shared], 17],
    [JSON.parse('{"__proto__":{"a":1}}'), 21],
  ])("%j", (value, bytes) => {
    const plain = plainJSON(value);
    expect(JSON.stringify(plain.value)).toBe(JSON.stringify(value));
    expect(plain.bytes).toBe(bytes);
  });
});

test("the copy shares nothing with what the body keeps", () => {
  const original = { list: [1] };
  const { value } = plainJSON(original);
  original.list.push(2);
  expect(value).toEqual({ list: [1] });
});
