import { expect, test } from "vitest";
import { en } from "../strings/en.ts";
import { createFormat } from "./format.ts";
import { fill, label, paragraphs } from "./text.ts";

const { bytes, clock, duration, number } = createFormat(en);

test.each([
  [0, "0.01 s"],
  [43, "0.04 s"],
  [94.9, "0.09 s"],
  [95, "0.1 s"],
  [800, "0.8 s"],
  [9_949, "9.9 s"],
  [9_950, "10 s"],
  [59_400, "59 s"],
  [59_600, "1 min 00 s"],
  [125_000, "2 min 05 s"],
])("a duration of %d ms reads %s", (ms, expected) => {
  expect(duration(ms)).toBe(expected);
});

test("a running clock starts in seconds", () => {
  expect([clock(0), clock(94), clock(95)]).toEqual(["0.0 s", "0.0 s", "0.1 s"]);
});

test.each([
  [1, "1 byte"],
  [640, "640 bytes"],
  [1_500, "1.5 kB"],
  [65_536, "66 kB"],
  [5_200_000, "5.2 MB"],
])("a size of %d reads %s", (count, expected) => {
  expect(bytes(count)).toBe(expected);
});

test.each([
  ["roundTripMs", "Round trip ms"],
  ["user_location", "User location"],
  ["latitude", "Latitude"],
  ["_", "_"],
])("the field %s is labelled %s", (name, expected) => {
  expect(label(name)).toBe(expected);
});

test("blank lines part paragraphs, single breaks stay", () => {
  expect(paragraphs("a\nb\r\n\r\nc\n\n\n  d \n")).toEqual(["a\nb", "c", "  d"]);
  expect(paragraphs("")).toEqual([]);
});

test("very many paragraphs become fewer, and no word is lost", () => {
  const text = Array.from({ length: 20_050 }, (_, at) => `p${at}`).join("\n\n");
  const found = paragraphs(text);
  expect(found).toHaveLength(201);
  expect(found.join("\n\n")).toBe(text);
});

test.each([" ", "\t", "\n", " \n", "\r", "\u00a0", "a\n"])(
  "200,000 times %j is parted in no time",
  (part) => {
    const started = performance.now();
    paragraphs(`a${part.repeat(200_000)}b`);
    expect(performance.now() - started).toBeLessThan(1_000);
  },
);

test("a sentence is filled with arguments as plain text, cut, own keys only", () => {
  expect(fill("Remembered {key}", { key: "colour" })).toBe("Remembered colour");
  expect(fill("{a} {b}", { a: 1 })).toBe("1 {b}");
  expect(fill("{toString}", {})).toBe("{toString}");
  expect(fill("{x}", null)).toBe("{x}");
  expect([...fill("{x}", { x: "\u{1f600}".repeat(80) })]).toHaveLength(60);
});

test("numbers are written the way of the language", () => {
  const german = createFormat({ ...en, language: "de" });
  expect([german.duration(800), german.bytes(5_200_000)]).toEqual([
    "0,8 s",
    "5,2 MB",
  ]);
  expect(german.number(12_345)).toBe("12.345");
  expect([number(0.444, 2), number(7)]).toEqual(["0.44", "7"]);
});
