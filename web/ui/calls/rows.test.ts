import { expect, test } from "vitest";
import { english } from "../strings/english.ts";
import { rows } from "./rows.ts";

function lines(value: unknown): string[] {
  return rows(english, value).shown.map(
    (row) => `${row.path.join(".")}: ${row.text}`,
  );
}

test("H37 any JSON value reads as rows", () => {
  expect(lines({ a: 1, b: { c: true, d: null }, e: "" })).toEqual([
    "a: 1",
    "b.c: Yes",
    "b.d: Nothing",
    "e: Empty text",
  ]);
  expect(lines(["x", "y"])).toEqual([": x, y"]);
  expect(lines([{ k: 1 }, { k: 2 }])).toEqual(["1.k: 1", "2.k: 2"]);
  expect(lines({ list: [], map: {} })).toEqual([
    "list: Nothing",
    "map: Nothing",
  ]);
  expect(lines("text")).toEqual([": text"]);
  expect(lines(undefined)).toEqual([": Nothing"]);
});

test("long values are cut for the eye and say how much is left", () => {
  const many = Object.fromEntries([...Array(100).keys()].map((n) => [n, n]));
  const { shown, left } = rows(english, many);
  expect([shown.length, left]).toEqual([60, 40]);
  expect(rows(english, "x".repeat(50_000)).shown[0]?.text).toHaveLength(10_001);
  expect(rows(english, Array(50_000).fill("x")).shown[0]?.text).toHaveLength(
    10_001,
  );
});

test("H33 a picture is a row of its size, not of its letters", () => {
  const data = "A".repeat(4000);
  expect(lines({ shot: `data:image/png;base64,${data}` })).toEqual([
    "shot: Picture, 3.0 kB",
  ]);
  expect(lines({ content: [{ mimeType: "image/png", data }] })).toEqual([
    "content.1: Picture, 3.0 kB",
  ]);
});
