import { describe, expect, test } from "vitest";
import { createTimes } from "./times.ts";

const now = Date.UTC(2026, 10, 30, 12);
const minute = 60_000;
const day = 24 * 60 * minute;

describe("a time is relative while it is fresh", () => {
  const { ago, exact } = createTimes("en");
  test.each([
    [0, "now"],
    [59_000, "now"],
    [minute, "1 minute ago"],
    [59 * minute, "59 minutes ago"],
    [60 * minute, "1 hour ago"],
    [day, "yesterday"],
    [6 * day, "6 days ago"],
    [-minute, "now"],
  ])("%d ms: %s", (age, words) => {
    expect(ago(now - age, now)).toBe(words);
  });

  test("later it is exact", () => {
    expect(ago(now - 7 * day, now)).toBe(exact(now - 7 * day));
    expect(exact(now)).toContain("2026");
  });
});

test("digits are the same in every language, as in values and code", () => {
  const { ago, exact } = createTimes("ar");
  expect(ago(now - 5 * minute, now)).toMatch(/5/);
  expect(exact(now)).toMatch(/2026/);
  expect(createTimes("de").ago(now - 3 * minute, now)).toBe("vor 3 Minuten");
});
