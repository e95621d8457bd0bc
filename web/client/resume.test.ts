// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Decision, Options } from "./api.ts";
import {
  closeAll,
  connected,
  keeping,
  type Own,
  resumed,
  shown,
  toolCall,
  usage,
  waiting,
} from "./testing/client.ts";
import { gate, settle } from "./testing/time.ts";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  closeAll();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A client of a server that keeps sessions, in its first turn. */
async function talking(options: Options<Own> = {}) {
  const parts = connected(options, keeping("T1"));
  const { id } = parts.client.send("hi") as { id: string };
  parts.socket.receive({ type: "turn_start", turn: 1, user: id });
  /** Loses the socket and opens the next one, up to the answer to its hello. */
  const lose = async () => {
    parts.last().drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    parts.last().open();
  };
  return { ...parts, id, lose };
}

const beyond = () => new Promise(() => {});
const answer = { type: "tool_result", id: "t1.1", result: "done" };

describe("H23 a loss, and the same document comes back", () => {
  test("hello says that it can; a server that does not keep sessions changes nothing", () => {
    const { socket, client, listen } = connected();
    const ends = listen("turn_end");
    expect(socket.sent[0]).toMatchObject({ resume: "" });
    expect(socket.sent[0]).not.toHaveProperty("calls");
    client.send("hi");
    window.dispatchEvent(new Event("pagehide"));
    expect(socket.closed).toBeUndefined();
    socket.drop(1006);
    expect(ends).toMatchObject([{ reason: "disconnected" }]);
    expect(client.status).not.toHaveProperty("kept");
    expect(sessionStorage).toHaveLength(0);
  });

  test("resume: false is as if there was no such thing", () => {
    const { socket, client } = connected({ resume: false }, keeping("T1"));
    expect(socket.sent[0]).not.toHaveProperty("resume");
    socket.drop(1006);
    expect(client.status).not.toHaveProperty("kept");
    expect(sessionStorage).toHaveLength(0);
  });

  test("turn and calls go on meanwhile, and the next hello names what runs here", async () => {
    const { id, client, socket, last, lose, listen } = await talking({
      tools: { echo: beyond },
    });
    const told = [listen("turn_end"), listen("session"), listen("call")];
    const resumes = listen("resumed");
    socket.receive(toolCall);
    await settle();
    const before = told.map((list) => list.length);
    await lose();
    expect(client.busy).toBe(true);
    expect(last().sent).toMatchObject([
      { type: "hello", resume: "T1", calls: ["t1.1"] },
    ]);
    expect(last().sent[0]?.["page"]).toEqual(socket.sent[0]?.["page"]);
    const answer = resumed("T2", {
      turns: [shown(1, id)],
      running: 1,
      open: [waiting("t1.1", "delivered")],
    });
    last().receive(answer);
    expect(resumes).toEqual([{ session: "s1", snapshot: answer.snapshot }]);
    expect(last().sent.slice(1)).toEqual([
      { type: "tool_state", id: "t1.1", state: "running" },
    ]);
    expect(told.map((list) => list.length)).toEqual(before);
    expect(client.calls).toMatchObject([{ state: "running" }]);
  });

  test("the status says that the session is kept, and for how long it makes sense to wait", async () => {
    const { client, socket } = await talking();
    socket.drop(1006);
    expect(client.status).toEqual({
      status: "waiting",
      reason: "lost",
      code: 1006,
      retryAt: Date.now() + 500,
      kept: true,
    });
  });

  test("an answer that came while away is sent after hello, once, and until the server has settled", async () => {
    const body = gate<string>();
    const { id, socket, last, lose } = await talking({
      tools: { echo: () => body.promise },
    });
    socket.receive(toolCall);
    await settle();
    socket.drop(1006);
    body.open("done");
    await lose();
    expect(last().sent).toMatchObject([{ calls: ["t1.1"] }]);
    const back = {
      turns: [shown(1, id)],
      running: 1,
      open: [waiting("t1.1", "running")],
    };
    last().receive(resumed("T2", back));
    expect(last().sent.slice(1)).toEqual([answer]);
    await lose();
    last().receive(resumed("T3", back));
    expect(last().sent.slice(1)).toEqual([answer]);
    last().receive({
      type: "tool_state",
      id: "t1.1",
      state: "succeeded",
      ms: 1,
    });
    await lose();
    expect(last().sent[0]).not.toHaveProperty("calls");
  });

  test("a call that is not open any more is aborted without a word, and ends as the server has it", async () => {
    let signal: AbortSignal | undefined;
    const { id, client, socket, last, lose } = await talking({
      tools: {
        echo: (_args, context) => {
          signal = context.signal;
          return beyond();
        },
      },
    });
    socket.receive(toolCall);
    await settle();
    await lose();
    const part = {
      kind: "call" as const,
      id: "t1.1",
      step: 1,
      name: "echo",
      args: {},
      state: "timed_out" as const,
      code: "timeout" as const,
      ms: 15_000,
    };
    last().receive(
      resumed("T2", { turns: [shown(1, id, { parts: [part] })], running: 1 }),
    );
    expect(signal?.aborted).toBe(true);
    expect(client.calls).toMatchObject([
      { state: "timed_out", code: "timeout", ms: 15_000, confirmed: true },
    ]);
    expect(last().sent).toHaveLength(1);
  });

  test("H20 a call that is sent again runs once", async () => {
    const echo = vi.fn(beyond);
    const { id, socket, last, lose } = await talking({ tools: { echo } });
    socket.receive(toolCall);
    await settle();
    await lose();
    last().receive(
      resumed("T2", {
        turns: [shown(1, id)],
        running: 1,
        open: [waiting("t1.1", "requested")],
      }),
    );
    last().receive(toolCall);
    await settle();
    expect(echo).toHaveBeenCalledOnce();
  });

  test("H34 a question stays, and what was allowed meanwhile counts", async () => {
    const decision = gate<Decision>();
    const approve = vi.fn(() => decision.promise);
    const { id, client, socket, last, lose } = await talking({
      tools: { echo: () => "done" },
      approve,
    });
    const approval = { reason: "Echo", risk: "high", remember: true };
    socket.receive({ ...toolCall, approval });
    await settle();
    await lose();
    expect(client.calls).toMatchObject([{ waiting: "approval" }]);
    decision.open("once");
    await settle();
    last().receive(
      resumed("T2", {
        turns: [shown(1, id)],
        running: 1,
        open: [waiting("t1.1", "awaiting_user")],
      }),
    );
    expect(approve).toHaveBeenCalledOnce();
    expect(last().sent.slice(1)).toEqual([{ ...answer, grant: "once" }]);
  });

  test("the turn that ended while away ends here, too", async () => {
    const { id, client, last, lose, listen } = await talking();
    const ends = listen("turn_end");
    await lose();
    const end = { reason: "done" as const, usage };
    last().receive(resumed("T2", { turns: [shown(1, id, { end })] }));
    expect(ends).toEqual([{ type: "turn_end", turn: 1, ...end }]);
    expect(client.busy).toBe(false);
    expect(client.send("next")).toMatchObject({ id: expect.any(String) });
  });

  test.each([
    ["the answer is lost, and the token is used again", "T1", false],
    ["the answer came, and its token is the next", "T2", true],
  ])("%s", async (_what, token, answered) => {
    const { last, lose } = await talking();
    await lose();
    if (answered) last().receive(resumed("T2"));
    await lose();
    expect(last().sent).toMatchObject([{ resume: token }]);
  });
});

describe("H23 what did not arrive", () => {
  async function asking() {
    const parts = connected({}, keeping("T1"));
    const { id } = parts.client.send("hi") as { id: string };
    parts.socket.drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    parts.last().open();
    return { ...parts, id };
  }

  test("a message is sent again with its id", async () => {
    const { id, client, last } = await asking();
    last().receive(resumed("T2"));
    expect(last().sent.slice(1)).toEqual([{ type: "user", id, text: "hi" }]);
    expect(client.busy).toBe(true);
  });

  test("a message that had arrived is not; its turn is told as begun", async () => {
    const { id, last, listen } = await asking();
    const starts = listen("turn_start");
    last().receive(resumed("T2", { turns: [shown(4, id)], running: 4 }));
    expect(last().sent).toHaveLength(1);
    expect(starts).toEqual([{ type: "turn_start", turn: 4, user: id }]);
  });

  test("Stop is said again; calls that still come do not run", async () => {
    const echo = vi.fn(beyond);
    const { id, client, socket, last, lose } = await talking({
      tools: { echo },
    });
    socket.drop(1006);
    client.stop();
    await lose();
    last().receive(
      resumed("T2", {
        turns: [shown(1, id)],
        running: 1,
        open: [waiting("t1.1", "requested")],
      }),
    );
    last().receive(toolCall);
    await settle();
    expect(last().sent.slice(1)).toEqual([{ type: "stop" }]);
    expect(echo).not.toHaveBeenCalled();
    last().receive({ type: "turn_end", turn: 1, reason: "stopped", usage });
    expect(client.busy).toBe(false);
    await lose();
    last().receive(resumed("T3", { running: 2, turns: [shown(2, "x")] }));
    expect(last().sent).toHaveLength(1);
  });

  test("Stop for a message that never arrived ends it here", async () => {
    const parts = connected({}, keeping("T1"));
    const ends = parts.listen("turn_end");
    parts.client.send("hi");
    parts.socket.drop(1006);
    parts.client.stop();
    await vi.advanceTimersByTimeAsync(500);
    parts.last().open();
    parts.last().receive(resumed("T2"));
    expect(parts.last().sent).toHaveLength(1);
    expect(ends).toMatchObject([{ turn: 0, reason: "stopped" }]);
  });

  test("H31 a new conversation is asked for again, and nothing old is shown", async () => {
    const { id, client, socket, last, lose, listen } = await talking();
    const sessions = listen("session");
    const resumes = listen("resumed");
    socket.drop(1006);
    client.reset();
    await lose();
    const snapshot = { turns: [shown(1, id)], running: 1 };
    last().receive(resumed("T2", snapshot));
    expect(last().sent.slice(1)).toEqual([{ type: "reset" }]);
    last().receive({ type: "turn_end", turn: 1, reason: "stopped", usage });
    last().receive(keeping("T2", { session: "s1" }));
    expect(resumes).toEqual([]);
    expect(sessions).toEqual([{ session: "s1", cause: "reset" }]);
    expect(client.busy).toBe(false);
  });
});

describe("H23 the session is gone", () => {
  test("resumed false: turn and calls end then, and the next session says why", async () => {
    const { client, socket, last, lose, listen } = await talking({
      tools: { echo: beyond },
    });
    const ends = listen("turn_end");
    const sessions = listen("session");
    socket.receive(toolCall);
    await settle();
    await lose();
    expect(ends).toEqual([]);
    last().receive(
      keeping("T9", { session: "s2", resumed: false, reason: "expired" }),
    );
    expect(ends).toMatchObject([{ turn: 1, reason: "disconnected" }]);
    expect(sessions).toEqual([
      { session: "s2", cause: "reconnected", reason: "expired" },
    ]);
    expect(client.calls).toEqual([]);
    expect(last().sent).toHaveLength(1);
    await lose();
    expect(last().sent).toMatchObject([{ resume: "T9" }]);
  });

  test("after two minutes without a server the turn has ended for sure", async () => {
    const { client, socket, listen, last } = await talking({
      tools: { echo: beyond },
    });
    const ends = listen("turn_end");
    socket.receive({ ...toolCall, timeoutMs: 3_600_000 });
    await settle();
    socket.drop(1006);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toMatchObject([{ turn: 1, reason: "disconnected" }]);
    expect(client.calls).toMatchObject([{ code: "disconnected" }]);
    client.reconnect();
    last().open();
    expect(last().sent).toMatchObject([{ resume: "" }]);
  });

  test("but not while a question waits for the user", async () => {
    const { socket, listen, last } = await talking({
      tools: { echo: beyond },
      approve: () => new Promise<Decision>(() => {}),
    });
    const ends = listen("turn_end");
    const approval = { reason: "Echo", risk: "high", remember: true };
    socket.receive({ ...toolCall, approval, userTimeoutMs: 200_000 });
    await settle();
    socket.drop(1006);
    await vi.advanceTimersByTimeAsync(239_999);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toHaveLength(1);
    last().drop(1006);
  });

  test("an idle conversation waits as long as it takes", async () => {
    const parts = connected({}, keeping("T1"));
    parts.socket.drop(1006);
    await vi.advanceTimersByTimeAsync(3_600_000);
    parts.client.reconnect();
    parts.last().open();
    expect(parts.last().sent).toMatchObject([{ resume: "T1" }]);
  });

  test("4001: another tab has it, and this one does not come back by itself", async () => {
    const { client, socket, listen, made, last } = await talking();
    const ends = listen("turn_end");
    socket.drop(4001);
    expect(client.status).toEqual({
      status: "closed",
      reason: "superseded",
      code: 4001,
    });
    expect(ends).toMatchObject([{ reason: "disconnected" }]);
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("pageshow"));
    expect(made).toHaveLength(1);
    client.reconnect();
    last().open();
    expect(last().sent).toMatchObject([{ resume: "" }]);
  });

  test("4002: it comes back when the page is used again", async () => {
    const { client, socket, listen, made, last } = await talking();
    const ends = listen("turn_end");
    socket.drop(4002);
    expect(client.status).toMatchObject({ reason: "idle", kept: true });
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made).toHaveLength(1);
    window.dispatchEvent(new Event("pointerdown"));
    last().open();
    expect(last().sent).toMatchObject([{ resume: "T1" }]);
  });

  test("close: the server forgets at once, and the tab keeps nothing", async () => {
    const { client, socket } = await talking();
    client.close();
    expect(socket.sent.at(-1)).toEqual({ type: "end" });
    window.dispatchEvent(new Event("pagehide"));
    expect(sessionStorage).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
