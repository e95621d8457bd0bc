import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startClocks, type ClockName } from "./clocks.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function clocks(tool: number, user: number) {
  const expired: ClockName[] = [];
  return {
    expired,
    ...startClocks({ tool, user }, (name) => expired.push(name)),
  };
}

test("H21 the tool's clock ends a call that does nothing", () => {
  const { expired } = clocks(100, 1000);
  vi.advanceTimersByTime(99);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(["tool"]);
});

test("H21 a wait for the user uses up the human limit only", () => {
  const { expired, switchTo, userMs } = clocks(100, 1000);
  vi.advanceTimersByTime(60);
  switchTo("user");
  vi.advanceTimersByTime(900);
  switchTo("tool");
  expect(userMs()).toBe(900);
  vi.advanceTimersByTime(39);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toEqual(["tool"]);
});

test("H21 switching to and fro gains nothing", () => {
  const { expired, switchTo } = clocks(100, 100);
  for (let round = 0; round < 9; round++) {
    switchTo("user");
    vi.advanceTimersByTime(10);
    switchTo("tool");
    vi.advanceTimersByTime(10);
  }
  switchTo("user");
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(expired).toEqual(["user"]);
});

test("H24 a stopped clock leaves no timer", () => {
  const { stop } = clocks(100, 100);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
