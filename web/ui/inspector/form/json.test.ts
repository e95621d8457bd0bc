import { expect, test } from "vitest";
import { parseJSON } from "./json.ts";

test.each([
  ["", "empty", 1, 1],
  ["  \n ", "empty", 2, 2],
  ["{", "name", 1, 2],
  ["{'a': 1}", "name", 1, 2],
  ['{\n  "a": 1,\n}', "name", 3, 1],
  ['{"a" 1}', "colon", 1, 6],
  ['{"a": }', "value", 1, 7],
  ['{"a": 1 "b": 2}', "comma", 1, 9],
  ["[1 2]", "comma", 1, 4],
  ["[1,]", "value", 1, 4],
  ['["a]', "quote", 1, 2],
  ['"a\nb"', "quote", 1, 3],
  ['"\\x"', "escape", 1, 2],
  ["01", "number", 1, 1],
  ["1.", "number", 1, 1],
  ["+1", "number", 1, 1],
  ["True", "value", 1, 1],
  ["{} {}", "more", 1, 4],
])(
  "in %j the fault is: %s, line %d, column %d",
  (text, reason, line, column) => {
    expect(parseJSON(text)).toEqual({ fault: { reason, line, column } });
  },
);

test("what JSON.parse takes is taken", () => {
  const value = { a: [1, -0.5e3, "\u00e9\n\\", null, true, {}], "": [] };
  expect(parseJSON(JSON.stringify(value, null, 2))).toEqual({ value });
});
