import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerFrame } from "../gen/protocol.ts";
import type { DispatcherConfig } from "./dispatcher.ts";
import { plain, rig, samples, state } from "./testing/rig.ts";
import { gate, settle } from "./testing/time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("H25 name to body, result to the server", () => {
  test("H25 a call is acknowledged at once, runs, and posts its result", async () => {
    const run = vi.fn(async (args) => ({ got: args }));
    const { call, sent, states } = rig(run);
    call({ ...plain, args: { save: false } });
    expect(sent).toEqual([state("t1.1", "delivered")]);
    await settle();
    expect(sent).toEqual([
      state("t1.1", "delivered"),
      state("t1.1", "running"),
      { type: "tool_result", id: "t1.1", result: { got: { save: false } } },
    ]);
    expect(states()).toEqual(["delivered", "running", "succeeded"]);
    expect(run.mock.calls[0]).toMatchObject([
      { save: false },
      { call: { id: "t1.1", name: "geolocation_get", turn: 1, step: 1 } },
    ]);
  });

  test("H25 an unknown name is an error result", async () => {
    const { call, sent } = rig(undefined);
    call(plain);
    await settle();
    expect(sent.at(-1)).toEqual({
      type: "tool_result",
      id: "t1.1",
      error: {
        code: "unsupported",
        message: "this page has no body for geolocation_get",
      },
    });
  });

  test("H39 a body that throws is an error result, its stack stays on the console", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { call, sent, last } = rig(() => {
      throw new RangeError("out of range");
    });
    call(plain);
    await settle();
    const error = { code: "failed", message: "out of range" };
    expect(sent.at(-1)).toEqual({ type: "tool_result", id: "t1.1", error });
    expect(JSON.stringify(sent)).not.toContain("dispatcher.test");
    expect(log).toHaveBeenCalledOnce();
    expect(last()).toMatchObject({ state: "failed", ...error });
  });

  test("H26 no result at all is invalid_result", async () => {
    const { call, sent } = rig(() => undefined);
    call(plain);
    await settle();
    expect(sent.at(-1)).toMatchObject({ error: { code: "invalid_result" } });
  });

  test("H26 a result is measured in UTF-8 before it is sent", async () => {
    const results = ["\u2603".repeat(332), "\u2603".repeat(333)]; // 998 and 1001 bytes
    const { call, sent } = rig(() => results.shift());
    call(plain);
    await settle();
    expect(sent.at(-1)).toMatchObject({
      id: "t1.1",
      result: expect.any(String),
    });
    call({ ...plain, id: "t1.2" });
    await settle();
    const { error } = sent.at(-1) as {
      error: { code: string; message: string };
    };
    expect(error.code).toBe("too_large");
    expect(error.message).toMatch(
      /1001 bytes.*limit of geolocation_get is 1000 bytes$/,
    );
  });
});

describe("I14 to I19 a call runs once", () => {
  test("I16 H20 two frames in one task run the body once", async () => {
    const run = vi.fn(() => 1);
    const { call, sent } = rig(run);
    call(plain);
    call(plain);
    await settle();
    call(plain);
    await settle();
    expect(run).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(3);
  });

  test("I17 a repeated frame never runs again, not even after the final state", async () => {
    const run = vi.fn(() => 1);
    const { call, final } = rig(run);
    call(plain);
    await settle();
    final({ type: "tool_state", id: "t1.1", state: "succeeded", ms: 3 });
    call(plain);
    await settle();
    expect(run).toHaveBeenCalledOnce();
  });

  test("I19 H22 the first outcome is posted, a late one is dropped", async () => {
    const body = gate<number>();
    const { call, cancel, sent, states } = rig(() => body.promise);
    call(plain);
    await settle();
    cancel({ type: "tool_cancel", id: "t1.1", reason: "timeout" });
    body.open(1);
    await settle();
    expect(sent).toEqual([
      state("t1.1", "delivered"),
      state("t1.1", "running"),
    ]);
    expect(states().at(-1)).toBe("timed_out");
  });

  test("I25 H20 results go to their own calls, whatever the order", async () => {
    const bodies = { "t1.1": gate<string>(), "t1.2": gate<string>() };
    const { call, sent } = rig((_args, context) => {
      return bodies[context.call.id as keyof typeof bodies].promise;
    });
    call(plain);
    call({ ...plain, id: "t1.2" });
    await settle();
    bodies["t1.2"].open("two");
    await settle();
    bodies["t1.1"].open("one");
    await settle();
    expect(sent.slice(-2)).toEqual([
      { type: "tool_result", id: "t1.2", result: "two" },
      { type: "tool_result", id: "t1.1", result: "one" },
    ]);
  });

  test("a new session starts its ids again", async () => {
    const run = vi.fn(() => 1);
    const { call, restart, views } = rig(run);
    call(plain);
    await settle();
    restart();
    expect(views()).toEqual([]);
    call(plain);
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe("H21 H24 the end comes from outside", () => {
  /** A body that ignores its signal but tells of it. */
  function deaf(more: Partial<DispatcherConfig> = {}) {
    const body = gate<string>();
    let signal: AbortSignal | undefined;
    const parts = rig((_args, context) => {
      signal = context.signal;
      return body.promise;
    }, more);
    return { ...parts, body, signal: () => signal };
  }

  test("H21 the page stops at the tool's limit by itself", async () => {
    const { call, sent, signal, body } = deaf();
    call(plain);
    await vi.advanceTimersByTimeAsync(plain.timeoutMs);
    expect(sent.at(-1)).toEqual({
      type: "tool_result",
      id: "t1.1",
      error: {
        code: "timeout",
        message: "stage running: the tool did not end within 15000 ms",
      },
    });
    expect(signal()?.reason).toMatchObject({ code: "timeout" });
    body.open("late");
    await settle();
    expect(sent).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("I41 Stop ends a body that ignores its signal, without a word to the server", async () => {
    const { call, stop, sent, last, signal, body } = deaf();
    call(plain);
    await settle();
    stop();
    expect(last()).toMatchObject({ state: "cancelled", code: "cancelled" });
    expect(signal()?.aborted).toBe(true);
    body.fail(new Error("too late to matter"));
    await settle();
    expect(sent).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a call that crosses Stop on its way never runs", async () => {
    const run = vi.fn(() => 1);
    const { call, stop, turnEnded, sent, last } = rig(run);
    stop();
    call(plain);
    await settle();
    expect(run).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
    expect(last()).toMatchObject({ state: "cancelled" });
    turnEnded();
    call({ ...plain, id: "t2.1", turn: 2 });
    await settle();
    expect(run).toHaveBeenCalledOnce();
  });

  test("a lost socket ends open calls as disconnected; nothing is left to confirm", async () => {
    const { call, lost, views, signal } = deaf();
    call(plain);
    await settle();
    lost();
    expect(views()).toMatchObject([
      { state: "cancelled", code: "disconnected", confirmed: true },
    ]);
    expect(signal()?.aborted).toBe(true);
  });

  test("H33 the server's state replaces what the page believed", async () => {
    const { call, final, last } = rig(() => ({ unexpected: true }));
    call(plain);
    await settle();
    expect(last()).toMatchObject({ state: "succeeded", confirmed: false });
    final({
      type: "tool_state",
      id: "t1.1",
      state: "failed",
      code: "invalid_result",
      ms: 5,
    });
    expect(last()).toMatchObject({
      state: "failed",
      code: "invalid_result",
      confirmed: true,
    });
    expect(last()).not.toHaveProperty("message");
  });

  test("H33 a call that the server answered itself is told too", () => {
    const { final, views } = rig(undefined);
    const frame = samples.find(
      ({ frame }) => frame.type === "tool_state" && frame.name,
    );
    final(frame?.frame as Extract<ServerFrame, { type: "tool_state" }>);
    expect(views()).toMatchObject([{ turn: 1, step: 0, confirmed: true }]);
  });
});
