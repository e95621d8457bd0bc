import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { insist } from "./insist.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fails that many times before it gives an answer. */
function failing(times: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new Error("no network");
    return "here";
  });
  return load;
}

test.each([0, 1, 3])("what fails %i times comes at last", async (times) => {
  const load = failing(times);
  const loaded = insist(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe("here");
  expect(load).toHaveBeenCalledTimes(times + 1);
});

test("what never comes is given up after six seconds", async () => {
  const load = failing(99);
  const loaded = insist(load).catch(String);
  const began = Date.now();
  await vi.runAllTimersAsync();
  expect(await loaded).toBe("Error: no network");
  expect(load).toHaveBeenCalledTimes(4);
  expect(Date.now() - began).toBe(6_000);
});
