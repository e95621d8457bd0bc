import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApprovalRequest, Decision, GestureRequest } from "./api.ts";
import { ToolError } from "./error.ts";
import { asking, plain, rig, state } from "./testing/rig.ts";
import { gate, settle } from "./testing/time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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
        error: { code: "denied", message: "" },
      },
    ]);
    expect(last()).toMatchObject({ state: "denied", code: "denied" });
  });

  test.each([undefined, null, true, false, "yes", {}])(
    "H34 an answer that is no decision declines: %j",
    async (answer) => {
      const { call, sent, run, decision } = ask();
      call(asking);
      await settle();
      decision.open(answer as unknown as Decision);
      await settle();
      expect(run).not.toHaveBeenCalled();
      expect(sent.at(-1)).toMatchObject({ error: { code: "denied" } });
      expect(sent.at(-1)).not.toHaveProperty("grant");
    },
  );

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

  test("H34 a view tells when its wait is given up; a second wait has what is left", async () => {
    const prompts = [gate<void>(), gate<void>()];
    const { call, last } = rig(async (_args, { awaitUser }) => {
      for (const prompt of prompts) await awaitUser(prompt.promise);
      return null;
    });
    call({ ...plain, userTimeoutMs: 1000 });
    await settle();
    const began = Date.now();
    expect(last()?.waitEndsAt).toBe(began + 1000);
    await vi.advanceTimersByTimeAsync(300);
    prompts[0]?.open();
    await settle();
    expect(last()).toMatchObject({
      state: "awaiting_user",
      waitEndsAt: began + 1000,
    });
    prompts[1]?.open();
    await settle();
    expect(last()).not.toHaveProperty("waitEndsAt");
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

  test("H9 a second run has the model's arguments, as the card does", async () => {
    const seen: unknown[] = [];
    const run = (args: { text: string }): string => {
      seen.push({ ...args });
      args.text = "changed";
      if (seen.length === 1) throw new ToolError("needs_gesture", "click");
      return "done";
    };
    const { call, last } = rig(run, { gesture: () => Promise.resolve() });
    call({ ...plain, args: { text: "model's" } });
    await settle();
    expect(seen).toEqual([{ text: "model's" }, { text: "model's" }]);
    expect(last()).toMatchObject({
      state: "succeeded",
      args: { text: "model's" },
    });
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
