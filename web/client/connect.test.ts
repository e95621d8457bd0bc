// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerHello, ToolCall } from "../gen/protocol.ts";
import type { Events, Options, Status } from "./api.ts";
import { connect } from "./connect.ts";
import { fakeSockets } from "./testing/sockets.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const hello: ServerHello = {
  type: "hello",
  session: "s1",
  protocol: 1,
  model: { name: "demo", demo: true },
  tools: [],
  withheld: [],
  limits: { frameBytes: 100_000, textBytes: 20, heartbeatMs: 20_000 },
};

const toolCall: ToolCall = {
  type: "tool_call",
  turn: 1,
  step: 1,
  id: "t1.1",
  name: "echo",
  args: { text: "hi" },
  timeoutMs: 15_000,
  userTimeoutMs: 120_000,
};

const usage = {
  inputTokens: 0,
  outputTokens: 0,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

type Own = { [name: string]: { args: { text: string }; result: unknown } };

/** A client on fake sockets, with everything that it tells. */
function rig(options: Options<Own> = {}) {
  const { WebSocket, made, last } = fakeSockets();
  const client = connect<Own>({ url: "ws://test/ws", WebSocket, ...options });
  const listen = <T extends keyof Events>(type: T): Events[T][] => {
    const list: Events[T][] = [];
    client.on(type, (event) => list.push(event));
    return list;
  };
  return { client, made, last, listen };
}

/** The same, connected. */
function open(options: Options<Own> = {}) {
  const parts = rig(options);
  parts.last().open();
  parts.last().receive(hello);
  return { ...parts, socket: parts.last() };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const sentTypes = (socket: { sent: { type: string }[] }): string[] =>
  socket.sent.map((frame) => frame.type);

describe("hello", () => {
  test("H9 hello tells what runs here, with hashes, and why the rest does not", () => {
    const { last } = rig({
      tools: {
        echo: ({ text }) => text,
        bare: () => null,
        secret: { run: () => null, available: () => "insecure_context" },
      },
      hashes: { echo: "0a1b2c3d" },
      approve: async () => "deny",
    });
    expect(last()).toMatchObject({
      url: "ws://test/ws",
      protocol: "farhand.v1",
    });
    last().open();
    expect(last().sent).toEqual([
      {
        type: "hello",
        protocol: 1,
        page: {
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          url: location.origin + location.pathname,
          lang: navigator.language,
        },
        tools: { echo: "0a1b2c3d", bare: "" },
        unavailable: [{ name: "secret", reason: "insecure_context" }],
        approvals: true,
      },
    ]);
  });

  test("H34 a page that cannot ask says so", () => {
    const { last } = rig();
    last().open();
    expect(last().sent[0]).toMatchObject({ approvals: false, tools: {} });
  });

  test("H12 a tool whose schema differs is named once on the console, with both hashes", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { last, client } = open();
    const withheld = [
      {
        name: "echo",
        title: "Echo",
        reason: "schema" as const,
        server: "aaaaaaaa",
        page: "bbbbbbbb",
      },
    ];
    last().receive({ ...hello, withheld });
    last().receive({ ...hello, withheld });
    expect(warn.mock.calls).toEqual([
      [
        "farhand: echo is not offered, its schema differs: server aaaaaaaa, page bbbbbbbb",
      ],
    ]);
    expect(client.hello?.withheld).toEqual(withheld);
  });

  test("the default address is /ws of the page's host", () => {
    const { WebSocket, last } = fakeSockets();
    connect({ WebSocket });
    expect(last().url).toBe(`ws://${location.host}/ws`);
  });
});

describe("a turn", () => {
  test("send answers with the id, and refuses what the server would refuse", () => {
    const { client, socket } = open();
    expect(client.send(" \n")).toEqual({ refused: "empty" });
    expect(client.send("\u2603".repeat(7))).toEqual({ refused: "too_large" });
    const first = client.send("Where am I?");
    expect(socket.sent.at(-1)).toEqual({
      type: "user",
      ...first,
      text: "Where am I?",
    });
    expect(client.busy).toBe(true);
    expect(client.send("again")).toEqual({ refused: "busy" });
    socket.receive({ type: "turn_start", turn: 1, user: "x" });
    expect(client.busy).toBe(true);
    socket.receive({ type: "turn_end", turn: 1, reason: "done", usage });
    expect(client.busy).toBe(false);
    expect(client.send("again")).not.toEqual(first);
  });

  test("an error that refuses the message ends the wait for its turn", () => {
    const { client, socket } = open();
    const sent = client.send("hi") as { id: string };
    socket.receive({
      type: "error",
      code: "malformed",
      message: "x",
      ref: "another",
    });
    expect(client.busy).toBe(true);
    socket.receive({ type: "error", code: "busy", message: "x", ref: sent.id });
    expect(client.busy).toBe(false);
  });

  test("frames are told by their type; a listener that throws disturbs nobody", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { client, socket } = open();
    const deltas: string[] = [];
    client.on("text", () => {
      throw new Error("a bug of the page");
    });
    const off = client.on("text", ({ delta }) => deltas.push(delta));
    socket.receive({ type: "text", turn: 1, step: 1, delta: "a" });
    off();
    socket.receive({ type: "text", turn: 1, step: 1, delta: "b" });
    expect(deltas).toEqual(["a"]);
  });

  test("H25 a call runs its body and its changes are told", async () => {
    const { socket, client, listen } = open({
      tools: { echo: ({ text }) => text },
    });
    const calls = listen("call");
    socket.receive(toolCall);
    await settle();
    socket.receive({
      type: "tool_state",
      id: "t1.1",
      state: "succeeded",
      ms: 2,
    });
    expect(socket.sent.at(-1)).toEqual({
      type: "tool_result",
      id: "t1.1",
      result: "hi",
    });
    expect(calls.map(({ state, confirmed }) => [state, confirmed])).toEqual([
      ["delivered", false],
      ["running", false],
      ["succeeded", false],
      ["succeeded", true],
    ]);
    expect(client.calls).toEqual([calls.at(-1)]);
  });

  test("H26 the limit is the tool's own, as the server's hello tells it", async () => {
    const { socket } = open({ tools: { echo: () => "x".repeat(50) } });
    const policy = {
      risk: "low",
      approval: "never",
      readOnly: true,
      maxResultBytes: 51,
    };
    const tool = {
      name: "echo",
      title: "Echo",
      where: "browser",
      policy,
      ui: {},
    };
    socket.receive({ ...hello, tools: [tool] });
    socket.receive(toolCall);
    await settle();
    expect(socket.sent.at(-1)).toMatchObject({
      error: {
        code: "too_large",
        message: expect.stringContaining("51 bytes"),
      },
    });
  });

  test("Stop reaches server, bodies and whoever silences speech", async () => {
    const { client, socket, listen } = open({
      tools: { echo: () => new Promise(() => {}) },
    });
    const stopped = listen("stopped");
    client.send("hi");
    socket.receive({ type: "turn_start", turn: 1, user: "x" });
    socket.receive(toolCall);
    await settle();
    client.stop();
    expect(socket.sent.at(-1)).toEqual({ type: "stop" });
    expect(client.calls).toMatchObject([{ state: "cancelled" }]);
    expect(stopped).toEqual([{ by: "stop" }]);
  });

  test("Stop without a turn sends nothing, and the next turn runs its calls", async () => {
    const { client, socket, listen } = open({
      tools: { echo: ({ text }) => text },
    });
    const stopped = listen("stopped");
    client.stop();
    expect(sentTypes(socket)).toEqual(["hello"]);
    expect(stopped).toHaveLength(1);
    client.send("hi");
    socket.receive(toolCall);
    await settle();
    expect(sentTypes(socket).at(-1)).toBe("tool_result");
  });

  test("reset begins a session of its own, where ids start again", async () => {
    const run = vi.fn(() => 1);
    const { client, socket, listen } = open({ tools: { echo: run } });
    const sessions = listen("session");
    socket.receive(toolCall);
    await settle();
    client.reset();
    expect(client.send("too early")).toEqual({ refused: "busy" });
    socket.receive({ ...hello, session: "s2" });
    expect(sessions).toEqual([{ session: "s2", cause: "reset" }]);
    expect(client.calls).toEqual([]);
    socket.receive(toolCall);
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe("tools that come and go", () => {
  test("H25 registrations of one task are announced together", async () => {
    const { client, socket } = open();
    const remove = client.register("echo", ({ text }) => text);
    client.register("other", () => null);
    await settle();
    expect(socket.sent.slice(1)).toEqual([
      {
        type: "tools_changed",
        tools: { echo: "", other: "" },
        unavailable: [],
      },
    ]);
    remove();
    await settle();
    expect(socket.sent.at(-1)).toMatchObject({ tools: { other: "" } });
  });

  test("H25 before the connection is open hello says it all", async () => {
    const { client, last } = rig();
    client.register("echo", ({ text }) => text);
    await settle();
    last().open();
    expect(last().sent).toMatchObject([{ type: "hello", tools: { echo: "" } }]);
  });
});

describe("the connection", () => {
  const waits = (list: Status[]): number[] =>
    list.flatMap((s) =>
      s.status === "waiting" ? [s.retryAt - Date.now()] : [],
    );

  test("heartbeats are answered at once with the same seq, and told to nobody", () => {
    const { socket, listen } = open();
    const beats = listen("heartbeat");
    socket.receive({ type: "heartbeat", seq: 7 });
    expect(socket.sent.at(-1)).toEqual({ type: "heartbeat", seq: 7 });
    expect(beats).toEqual([]);
  });

  test("what is no frame is ignored, and its content is not logged", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { client, socket } = open();
    socket.receive('{"type":"sing","words":"secret"}');
    socket.receive("garbage secret");
    expect(JSON.stringify(warn.mock.calls)).not.toContain("secret");
    expect(client.status).toEqual({ status: "open" });
  });

  test("90 s of silence close it", () => {
    const { client, socket } = open();
    vi.advanceTimersByTime(60_000);
    socket.receive({ type: "heartbeat", seq: 1 });
    vi.advanceTimersByTime(89_999);
    expect(client.status.status).toBe("open");
    vi.advanceTimersByTime(1);
    expect(client.status).toMatchObject({
      status: "waiting",
      reason: "silent",
    });
    expect(socket.closed).toBe(1000);
  });

  test("a handshake that fails before it opened is refused or unreachable, and tried again", () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { client, last, made } = rig();
    last().drop(1006);
    expect(client.status).toEqual({
      status: "waiting",
      reason: "refused_or_unreachable",
      code: 1006,
      retryAt: Date.now() + 500,
    });
    vi.advanceTimersByTime(500);
    expect(made).toHaveLength(2);
    expect(client.status.status).toBe("connecting");
  });

  test("waits grow to 30 s, with jitter, and start anew after a stable connection", () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(1);
    const { last, listen } = rig();
    const list = listen("status");
    for (let attempt = 0; attempt < 7; attempt++) {
      last().drop(1006);
      expect(waits(list.slice(-1))[0]).toBe(
        Math.min(30_000, 1000 * 2 ** attempt),
      );
      vi.advanceTimersByTime(30_000);
    }
    random.mockReturnValue(0);
    last().open();
    last().receive(hello);
    vi.advanceTimersByTime(10_000);
    random.mockReturnValue(1);
    last().drop(1001);
    expect(waits(list.slice(-1))).toEqual([1000]);
  });

  test("4010 reconnects now, but not in a tight circle", () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { last, listen } = open();
    const list = listen("status");
    last().drop(4010);
    expect(waits(list)).toEqual([0]);
    vi.advanceTimersByTime(0);
    last().open();
    last().receive(hello);
    last().drop(4010);
    expect(waits(list.slice(-1))).toEqual([500]);
  });

  test.each<[number, string]>([
    [4001, "superseded"],
    [4002, "idle"],
    [4003, "authentication"],
    [4004, "origin"],
    [4011, "protocol"],
  ])("%i does not try again by itself: %s", (code, reason) => {
    const { client, made, last } = open();
    last().drop(code);
    expect(client.status).toEqual({ status: "closed", reason, code });
    vi.advanceTimersByTime(600_000);
    expect(made).toHaveLength(1);
    client.reconnect();
    expect(made).toHaveLength(2);
  });

  test("a server of another version ends it", () => {
    const { client, last } = rig();
    last().open();
    last().receive({ ...hello, protocol: 2 });
    expect(client.status).toMatchObject({
      status: "closed",
      reason: "protocol",
    });
  });

  test("network or person back: the wait ends", () => {
    const { client, made, last } = open();
    last().drop(1006);
    window.dispatchEvent(new Event("online"));
    expect(made).toHaveLength(2);
    last().drop(1006);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(made).toHaveLength(3);
    client.close();
    window.dispatchEvent(new Event("online"));
    client.reconnect();
    expect(made).toHaveLength(3);
  });

  test("a lost socket ends turn and calls once; the next session is told as reconnected", async () => {
    const { client, socket, last, listen } = open({
      tools: { echo: () => new Promise(() => {}) },
    });
    const ends = listen("turn_end");
    const sessions = listen("session");
    client.send("hi");
    socket.receive({ type: "turn_start", turn: 3, user: "x" });
    socket.receive(toolCall);
    await settle();
    socket.drop(1006);
    expect(ends).toEqual([
      { type: "turn_end", turn: 3, reason: "disconnected", usage },
    ]);
    expect(client.calls).toMatchObject([
      { code: "disconnected", confirmed: true },
    ]);
    expect(client.send("hi")).toEqual({ refused: "not_open" });
    await vi.advanceTimersByTimeAsync(1000);
    last().open();
    last().receive({ ...hello, session: "s2" });
    expect(sessions).toEqual([{ session: "s2", cause: "reconnected" }]);
    expect(ends).toHaveLength(1);
    expect(client.busy).toBe(false);
  });

  test("close ends it for good and leaves no timer", () => {
    const { client, socket, listen } = open();
    const stopped = listen("stopped");
    client.close();
    expect(socket.closed).toBe(1000);
    expect(client.status).toEqual({
      status: "closed",
      reason: "closed",
      code: 1000,
    });
    expect(stopped).toEqual([{ by: "close" }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a map of one's own types the whole client", () => {
  type Shop = {
    cart_add: { args: { sku: string }; result: { items: number } };
  };
  const tools: Options<Shop>["tools"] = {
    cart_add: ({ sku }) => ({ items: sku.length }),
    // @ts-expect-error a tool that the map does not have
    other: () => null,
  };
  expect(Object.keys(tools ?? {})).toHaveLength(2);
});
