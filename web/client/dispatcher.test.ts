import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerFrame, ToolCall } from "../gen/protocol.ts";
import type {
  ApprovalRequest,
  CallView,
  Decision,
  GestureRequest,
  Run,
} from "./api.ts";
import { createDispatcher, type DispatcherConfig } from "./dispatcher.ts";
import { ToolError } from "./error.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Frames as the protocol's samples have them, so that both sides mean the same. */
const samples = JSON.parse(
  readFileSync(
    new URL(
      "../../internal/protocol/testdata/frames/server.json",
      import.meta.url,
    ),
    "utf8",
  ),
) as { name: string; frame: ServerFrame }[];

function sample<T extends ServerFrame["type"]>(
  type: T,
  asks = false,
): Extract<ServerFrame, { type: T }> {
  const found = samples.find(
    ({ frame }) => frame.type === type && "approval" in frame === asks,
  );
  return found?.frame as Extract<ServerFrame, { type: T }>;
}

const plain = sample("tool_call");
const asking = sample("tool_call", true);

/** A dispatcher with one body for every name, and what it sent and told. */
function rig(
  run: Run<never, unknown> | undefined,
  more: Partial<DispatcherConfig> = {},
) {
  const sent: unknown[] = [];
  const views: CallView[] = [];
  const dispatcher = createDispatcher({
    find: () => run as Run<unknown, unknown> | undefined,
    maxResultBytes: () => 1000,
    send: (frame) => sent.push(frame),
    changed: (view) => views.push(view),
    ...more,
  });
  return {
    ...dispatcher,
    sent,
    states: () => views.map((view) => view.state),
    last: () => views.at(-1),
  };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const state = (id: string, state: string) => ({
  type: "tool_state",
  id,
  state,
});

/** A promise with its ends outside. */
function gate<T>() {
  let open!: (value: T) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}

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
      /1001 bytes.*limit of geolocation_get is 1000 bytes.*narrower/,
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

describe("H34 approval", () => {
  function ask() {
    const decision = gate<Decision>();
    const requests: ApprovalRequest[] = [];
    const run = vi.fn(() => "text");
    const approve = (request: ApprovalRequest): Promise<Decision> => {
      requests.push(request);
      return decision.promise;
    };
    return { ...rig(run, { approve }), run, requests, decision };
  }

  test("H34 the body waits for the user, and the result carries the grant", async () => {
    const { call, sent, run, requests, decision, last } = ask();
    call(asking);
    await settle();
    expect(sent).toEqual([
      state("t1.2", "delivered"),
      state("t1.2", "awaiting_user"),
    ]);
    expect(last()).toMatchObject({
      state: "awaiting_user",
      waiting: "approval",
    });
    expect(requests[0]).toMatchObject({ ...asking.approval, args: {} });
    expect(run).not.toHaveBeenCalled();
    decision.open("once");
    await settle();
    expect(sent.slice(2)).toEqual([
      state("t1.2", "running"),
      { type: "tool_result", id: "t1.2", result: "text", grant: "once" },
    ]);
  });

  test.each([
    [true, "session"],
    [false, "once"],
  ])(
    "H34 for the session, where remember is %s, is %s",
    async (remember, grant) => {
      const { call, sent, decision } = ask();
      const approval = { reason: "r", risk: "high" as const, remember };
      call({ ...asking, approval });
      await settle();
      decision.open("session");
      await settle();
      expect(sent.at(-1)).toMatchObject({ grant });
    },
  );

  test("H34 declined: nothing runs, running is never reported", async () => {
    const { call, sent, run, decision, last } = ask();
    call(asking);
    await settle();
    decision.open("deny");
    await settle();
    expect(run).not.toHaveBeenCalled();
    expect(sent.slice(2)).toEqual([
      {
        type: "tool_result",
        id: "t1.2",
        error: { code: "denied", message: "the user declined" },
      },
    ]);
    expect(last()).toMatchObject({ state: "denied", code: "denied" });
  });

  test("H34 no answer is timeout at stage awaiting_user, and the question is void", async () => {
    const { call, sent, run, requests, decision } = ask();
    call(asking);
    await vi.advanceTimersByTimeAsync(asking.userTimeoutMs);
    expect(sent.at(-1)).toEqual({
      type: "tool_result",
      id: "t1.2",
      error: {
        code: "timeout",
        message:
          "stage awaiting_user: no answer to the approval within 120000 ms",
      },
    });
    expect(requests[0]?.signal.aborted).toBe(true);
    decision.open("once");
    await settle();
    expect(run).not.toHaveBeenCalled();
  });

  test("H34 a page that cannot ask runs nothing", async () => {
    const run = vi.fn();
    const { call, sent } = rig(run);
    call(asking);
    await settle();
    expect(run).not.toHaveBeenCalled();
    expect(sent.at(-1)).toMatchObject({ error: { code: "denied" } });
  });

  test("H9 between the click and the body lie microtasks only", async () => {
    const { call, run, decision } = ask();
    call(asking);
    await settle();
    decision.open("once"); // inside the handler of the click
    for (let hop = 0; hop < 20; hop++) await null;
    expect(run).toHaveBeenCalledOnce();
  });
});

describe("H33 waiting for the user", () => {
  test("H33 overlapping waits are one awaiting_user", async () => {
    const first = gate<string>();
    const second = gate<string>();
    const { call, sent } = rig(async (_args, { awaitUser }) => {
      return await Promise.all([
        awaitUser(first.promise),
        awaitUser(second.promise),
      ]);
    });
    call(plain);
    await settle();
    first.open("a");
    await settle();
    second.open("b");
    await settle();
    expect(sent.slice(1)).toEqual([
      state("t1.1", "running"),
      state("t1.1", "awaiting_user"),
      state("t1.1", "running"),
      { type: "tool_result", id: "t1.1", result: ["a", "b"] },
    ]);
  });

  test("H33 marks and waits are told", async () => {
    const prompt = gate<void>();
    const { call, last, final } = rig(async (_args, { awaitUser }) => {
      await awaitUser(prompt.promise);
      return null;
    });
    call(plain);
    await vi.advanceTimersByTimeAsync(700);
    expect(last()).toMatchObject({
      state: "awaiting_user",
      waiting: "permission",
    });
    prompt.open();
    await settle();
    final({ type: "tool_state", id: "t1.1", state: "succeeded", ms: 705 });
    const view = last();
    expect(view).toMatchObject({
      userMs: 700,
      ms: 705,
      confirmed: true,
      resultBytes: 4,
    });
    expect(view).not.toHaveProperty("waiting");
    const { requested, delivered, awaiting_user, succeeded } =
      view?.marks ?? {};
    expect([requested, delivered, awaiting_user]).toEqual([
      requested,
      requested,
      requested,
    ]);
    expect((succeeded ?? 0) - (requested ?? 0)).toBe(700);
  });

  test("H4 a prompt that nobody answers ends with the human limit", async () => {
    const { call, sent } = rig((_args, { awaitUser }) =>
      awaitUser(new Promise(() => {})),
    );
    call({ ...plain, timeoutMs: 50, userTimeoutMs: 400 });
    await vi.advanceTimersByTimeAsync(399);
    expect(sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.at(-1)).toMatchObject({
      error: {
        code: "timeout",
        message:
          "stage awaiting_user: no answer to the permission prompt within 400 ms",
      },
    });
  });
});

describe("H9 a body that needs a gesture", () => {
  function needsGesture(failures: number) {
    const click = gate<void>();
    const requests: GestureRequest[] = [];
    const run = vi.fn(() => {
      if (run.mock.calls.length <= failures) {
        throw new ToolError("needs_gesture", "click first");
      }
      return "done";
    });
    const gesture = (request: GestureRequest): Promise<void> => {
      requests.push(request);
      return click.promise;
    };
    return { run, click, requests, gesture };
  }

  test("H9 runs once more inside the click", async () => {
    const { run, click, gesture } = needsGesture(1);
    const { call, sent, last } = rig(run, { gesture });
    call(plain);
    await settle();
    expect(last()).toMatchObject({
      state: "awaiting_user",
      waiting: "gesture",
    });
    click.open();
    await settle();
    expect(sent.at(-1)).toEqual({
      type: "tool_result",
      id: "t1.1",
      result: "done",
    });
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("H9 is not asked for a second click", async () => {
    const { run, click, gesture, requests } = needsGesture(2);
    const { call, sent } = rig(run, { gesture });
    call(plain);
    click.open();
    await settle();
    expect(sent.at(-1)).toMatchObject({ error: { code: "needs_gesture" } });
    expect(requests).toHaveLength(1);
  });

  test("H9 ends with needs_gesture where the page has no button for it", async () => {
    const { call, sent } = rig(needsGesture(1).run);
    call(plain);
    await settle();
    expect(sent.at(-1)).toMatchObject({
      error: { code: "needs_gesture", message: "click first" },
    });
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

test("the samples hold both kinds of call", () => {
  const calls: ToolCall[] = [plain, asking];
  expect(calls.map((call) => call.id)).toEqual(["t1.1", "t1.2"]);
});
