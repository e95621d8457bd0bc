// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Options } from "./api.ts";
import {
  closeAll,
  connected,
  connecting,
  keeping,
  type Own,
  resumed,
  shown,
  toolCall,
  usage,
  waiting,
} from "./testing/client.ts";
import { settle } from "./testing/time.ts";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  closeAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tell = (type: string) => window.dispatchEvent(new Event(type));
const beyond = () => new Promise(() => {});

/** A document in its first turn, and its call if it has a body for it. */
async function first(options: Options<Own> = {}) {
  const parts = connected(options, keeping("T1"));
  const { id } = parts.client.send("hi") as { id: string };
  parts.socket.receive({ type: "turn_start", turn: 1, user: id });
  if (options.tools) parts.socket.receive(toolCall);
  await settle();
  return { ...parts, id };
}

/** The next document of the tab, up to its hello. */
function next(options: Options<Own> = {}) {
  const parts = connecting(options);
  parts.last().open();
  return { ...parts, hello: parts.last().sent[0] };
}

describe("H23 the token lies in the tab only while no document uses it", () => {
  test("a document that goes closes its socket without a frame and leaves the token", async () => {
    const { socket } = await first();
    expect(JSON.stringify(sessionStorage)).not.toContain("T1");
    const frames = socket.sent.length;
    tell("pagehide");
    expect(socket.closed).toBe(1000);
    expect(socket.sent).toHaveLength(frames);
    const { hello, client, listen, last } = next();
    expect(JSON.stringify(sessionStorage)).not.toContain("T1");
    expect(hello).toMatchObject({ resume: "T1" });
    expect(hello?.["page"]).not.toEqual(socket.sent[0]?.["page"]);
    const told = [listen("session"), listen("resumed")];
    last().receive(resumed("T2", { turns: [shown(1, "u1")], running: 1 }));
    expect(told.map((list) => list.length)).toEqual([0, 1]);
    expect(client.busy).toBe(true);
    client.stop();
    expect(last().sent.at(-1)).toEqual({ type: "stop" });
  });

  test("a duplicated tab finds none, begins a session of its own and says so", async () => {
    await first();
    const { hello, last, listen } = next();
    const sessions = listen("session");
    expect(hello).toMatchObject({ resume: "" });
    last().receive(keeping("T9", { session: "s2" }));
    expect(sessions).toEqual([{ session: "s2", cause: "duplicated" }]);
  });

  test("a document that goes before the server has answered leaves the token that it found", async () => {
    await first();
    tell("pagehide");
    next();
    tell("pagehide");
    expect(next().hello).toMatchObject({ resume: "T1" });
  });

  test("a frozen document leaves it as well, since it may be discarded, and goes on if it is not", async () => {
    const { socket } = await first();
    tell("freeze");
    expect(socket.closed).toBeUndefined();
    expect(JSON.stringify(sessionStorage)).toContain("T1");
    tell("resume");
    expect(JSON.stringify(sessionStorage)).not.toContain("T1");
  });

  test("storage that is full loses answers first, and then the conversation", async () => {
    const real = sessionStorage;
    let room = 150;
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => real.getItem(key),
      removeItem: (key: string) => real.removeItem(key),
      setItem(key: string, value: string) {
        if (value.length > room) throw new DOMException("full");
        real.setItem(key, value);
      },
    });
    await first({ tools: { echo: () => "x".repeat(1000) } });
    tell("pagehide");
    expect(next().hello).toMatchObject({ resume: "T1", started: ["t1.1"] });
    room = 0;
    tell("pagehide");
    expect(next().hello).toMatchObject({ resume: "" });
  });

  test("what is no record of ours is as none", () => {
    sessionStorage.setItem("farhand:1:ws://test/ws ", "{");
    expect(next().hello).toMatchObject({ resume: "" });
  });
});

describe("H23 what the next document says of the calls of the last one", () => {
  const snapshot = (state: "running" | "requested") => ({
    turns: [shown(1, "u1")],
    running: 1,
    open: [waiting("t1.1", state)],
  });

  test("a body that began is started, and runs only if the server sends it again", async () => {
    await first({ tools: { echo: beyond } });
    tell("pagehide");
    const echo = vi.fn(() => "again");
    const { hello, last } = next({ tools: { echo } });
    expect(hello).toMatchObject({ started: ["t1.1"] });
    expect(hello).not.toHaveProperty("calls");
    last().receive(resumed("T2", snapshot("requested")));
    await settle();
    expect(echo).not.toHaveBeenCalled();
    last().receive({ ...toolCall, attempt: 2 });
    await settle();
    expect(echo).toHaveBeenCalledOnce();
  });

  test("what was begun once is said by each document until the server has heard it", async () => {
    await first({ tools: { echo: beyond } });
    tell("pagehide");
    next();
    tell("pagehide");
    const { hello, last } = next();
    expect(hello).toMatchObject({ started: ["t1.1"] });
    last().receive(resumed("T2"));
    tell("pagehide");
    expect(next().hello).not.toHaveProperty("started");
  });

  test("an answer that may not have arrived is sent by the next document", async () => {
    await first({ tools: { echo: () => "done" } });
    tell("pagehide");
    const { hello, last } = next();
    expect(hello).toMatchObject({ calls: ["t1.1"] });
    expect(hello).not.toHaveProperty("started");
    const part = {
      kind: "call" as const,
      id: "t1.1",
      step: 1,
      name: "echo",
      args: {},
      state: "running" as const,
    };
    last().receive(
      resumed("T2", {
        ...snapshot("running"),
        turns: [shown(1, "u1", { parts: [part] })],
      }),
    );
    expect(last().sent.slice(1)).toEqual([
      { type: "tool_result", id: "t1.1", result: "done" },
    ]);
  });

  test("an answer that has arrived is not", async () => {
    const { socket } = await first({ tools: { echo: () => "done" } });
    socket.receive({
      type: "tool_state",
      id: "t1.1",
      state: "succeeded",
      ms: 1,
    });
    tell("pagehide");
    const { hello } = next();
    expect(hello).not.toHaveProperty("calls");
    expect(hello).not.toHaveProperty("started");
  });

  test.each([
    [65_534, { calls: ["t1.1"] }],
    [65_535, { started: ["t1.1"] }],
  ])(
    "an answer of %i characters and two quotes: 64 kB are kept",
    async (length, said) => {
      const policy = {
        risk: "low" as const,
        approval: "never" as const,
        readOnly: true,
        maxResultBytes: 90_000,
      };
      const tool = { name: "echo", title: "Echo", where: "browser" as const };
      const { socket } = connected(
        { tools: { echo: () => "x".repeat(length) } },
        keeping("T1", { tools: [{ ...tool, policy, ui: {} }] }),
      );
      socket.receive(toolCall);
      await settle();
      expect(socket.sent.at(-1)).toHaveProperty("result");
      tell("pagehide");
      const { hello } = next();
      expect(hello).toMatchObject(said);
      expect(hello?.["calls"] === undefined).toBe("started" in said);
    },
  );

  test("H34 a question that waits has not begun: it is asked again", async () => {
    const { socket } = await first({
      tools: { echo: beyond },
      approve: () => new Promise(() => {}),
    });
    const approval = { reason: "Echo", risk: "high", remember: true };
    socket.receive({ ...toolCall, id: "t1.2", approval });
    await settle();
    tell("pagehide");
    expect(next().hello).toMatchObject({ started: ["t1.1"] });
  });

  test("calls of the snapshot are those of the client, ended ones too", async () => {
    await first();
    tell("pagehide");
    const { client, last } = next();
    const parts = [
      {
        kind: "call" as const,
        id: "t1.1",
        step: 1,
        name: "echo",
        args: { text: "hi" },
        state: "failed" as const,
        code: "timeout" as const,
        ms: 7,
      },
    ];
    last().receive(resumed("T2", { turns: [shown(1, "u1", { parts })] }));
    expect(client.calls).toEqual([
      {
        id: "t1.1",
        turn: 1,
        step: 1,
        name: "echo",
        args: { text: "hi" },
        state: "failed",
        code: "timeout",
        ms: 7,
        confirmed: true,
        marks: {},
        userMs: 0,
      },
    ]);
  });
});

describe("H23 a document comes back from the back/forward cache", () => {
  test("at once, without backoff, to where the tab is by now", async () => {
    const { id, made, socket, last, listen, client } = await first();
    const losses = listen("status");
    tell("pagehide");
    socket.drop(1006); // late, as browsers tell it
    tell("pageshow");
    expect(losses).toEqual([
      { status: "connecting" },
      { status: "connecting" },
    ]);
    expect(made).toHaveLength(2);
    last().open();
    expect(last().sent).toMatchObject([
      { resume: "T1", page: socket.sent[0]?.["page"] },
    ]);
    last().receive(resumed("T2", { turns: [shown(1, id)], running: 1 }));
    socket.drop(1006);
    expect(client.status).toEqual({ status: "open" });
  });

  test("with the token that the document after it left", async () => {
    const one = await first();
    tell("pagehide");
    const two = next();
    two.last().receive(resumed("T2"));
    tell("pagehide");
    tell("pageshow"); // both hear it; the first takes what is there
    one.last().open();
    expect(one.last().sent).toMatchObject([{ resume: "T2" }]);
  });

  test("also if that one leaves it a little later", async () => {
    const one = await first();
    tell("pagehide");
    sessionStorage.setItem("farhand:1:ws://test/ws ", ""); // in use by the next
    tell("pageshow");
    await vi.advanceTimersByTimeAsync(40);
    expect(one.made).toHaveLength(1);
    sessionStorage.setItem(
      "farhand:1:ws://test/ws ",
      JSON.stringify({ token: "T2", session: "s1", started: [], results: [] }),
    );
    await vi.advanceTimersByTimeAsync(20);
    one.last().open();
    expect(one.last().sent).toMatchObject([{ resume: "T2" }]);
    expect(one.client.busy).toBe(true);
  });

  test("if that one leaves none in a second, a new session begins", async () => {
    const { made, last, listen } = await first();
    const ends = listen("turn_end");
    tell("pagehide");
    sessionStorage.setItem("farhand:1:ws://test/ws ", "");
    tell("pageshow");
    await vi.advanceTimersByTimeAsync(500);
    tell("pageshow");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(made).toHaveLength(2);
    last().open();
    expect(last().sent).toMatchObject([{ resume: "" }]);
    expect(ends).toHaveLength(1);
  });

  test("another conversation was begun meanwhile: the old one ends, and this is shown", async () => {
    const { client, last, listen } = await first({ tools: { echo: beyond } });
    const ends = listen("turn_end");
    const told: string[] = [];
    client.on("session", ({ cause }) => told.push(cause));
    client.on("resumed", ({ session }) => told.push(session));
    tell("pagehide");
    sessionStorage.setItem(
      "farhand:1:ws://test/ws ",
      JSON.stringify({ token: "X", session: "s2", started: [], results: [] }),
    );
    tell("pageshow");
    expect(ends).toMatchObject([{ reason: "disconnected" }]);
    last().open();
    expect(last().sent[0]).toMatchObject({ resume: "X" });
    expect(last().sent[0]).not.toHaveProperty("calls");
    last().receive(resumed("Y", { turns: [shown(1, "z")] }, { session: "s2" }));
    expect(told).toEqual(["reconnected", "s2"]);
    expect(client.calls).toEqual([]);
  });

  test("the tab has nothing: a new session", async () => {
    const { last, listen } = await first();
    const ends = listen("turn_end");
    tell("pagehide");
    sessionStorage.clear();
    tell("pageshow");
    last().open();
    expect(last().sent).toMatchObject([{ resume: "" }]);
    expect(ends).toHaveLength(1);
  });

  test("a turn that ended in the other document ends here, too", async () => {
    const { id, last, listen } = await first();
    const ends = listen("turn_end");
    tell("pagehide");
    tell("pageshow");
    last().open();
    const end = { reason: "done" as const, usage };
    last().receive(resumed("T2", { turns: [shown(1, id, { end })] }));
    expect(ends).toMatchObject([{ turn: 1, reason: "done" }]);
  });
});

describe("H23 a laptop that slept", () => {
  test.each(["visibilitychange", "online", "resume"])(
    "%s: older than the silence that is allowed, the socket is given up at once",
    async (type) => {
      const { socket, made, client } = await first();
      vi.setSystemTime(Date.now() + 89_000); // no timer ran
      tell(type);
      expect(made).toHaveLength(1);
      vi.setSystemTime(Date.now() + 1_000);
      tell(type);
      expect(socket.closed).toBe(1000);
      expect(made).toHaveLength(2);
      expect(client.status).toEqual({ status: "connecting" });
      expect(client.busy).toBe(true);
    },
  );
});
