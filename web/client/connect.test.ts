// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Options } from "./api.ts";
import { connect } from "./index.ts";
import {
  connected,
  connecting,
  hello,
  toolCall,
  usage,
} from "./testing/client.ts";
import { settle } from "./testing/time.ts";
import { fakeSockets } from "./testing/sockets.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sentTypes = (socket: { sent: { type: string }[] }): string[] =>
  socket.sent.map((frame) => frame.type);

describe("hello", () => {
  test("H9 hello tells what runs here, with hashes, and why the rest does not", () => {
    const { last } = connecting({
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
      protocols: ["farhand.v1"],
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
        declare: [],
        approvals: true,
        resume: "",
      },
    ]);
  });

  test("H34 a page that cannot ask says so", () => {
    const { last } = connecting();
    last().open();
    expect(last().sent[0]).toMatchObject({ approvals: false, tools: {} });
  });

  test("the default address is /ws of the page's host", () => {
    const { WebSocket, last } = fakeSockets();
    connect({ WebSocket });
    expect(last().url).toBe(`ws://${location.host}/ws`);
  });
});

describe("a turn", () => {
  test("send answers with the id, and refuses what the server would refuse", () => {
    const { client, socket } = connected();
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
    const { client, socket } = connected();
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
    const { client, socket } = connected();
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
    const { socket, client, listen } = connected({
      tools: { echo: ({ text }) => text },
    });
    const calls = listen("call");
    const views = listen("view");
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
    expect(calls.map(({ state }) => state)).toEqual([
      "delivered",
      "running",
      "succeeded",
    ]);
    expect(views.map(({ state, confirmed }) => [state, confirmed])).toEqual([
      ["delivered", false],
      ["running", false],
      ["succeeded", false],
      ["succeeded", true],
    ]);
    expect(client.calls).toEqual([views.at(-1)]);
  });

  test("H26 the limit is the tool's own, as the server's hello tells it", async () => {
    const { socket } = connected({ tools: { echo: () => "x".repeat(50) } });
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
    const { client, socket, listen } = connected({
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
    const { client, socket, listen } = connected({
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

  test("reset begins a conversation without calls in the same session", async () => {
    const { client, socket, listen } = connected({ tools: { echo: () => 1 } });
    const sessions = listen("session");
    socket.receive(toolCall);
    await settle();
    client.reset();
    expect(client.send("too early")).toEqual({ refused: "busy" });
    socket.receive(hello);
    expect(sessions).toEqual([{ session: "s1", cause: "reset" }]);
    expect(client.calls).toEqual([]);
  });

  test("reset after the contract changed takes another session, whose contract is the new one", () => {
    const { client, socket, last, listen } = connected();
    const [sessions, ends] = [listen("session"), listen("turn_end")];
    client.send("hi");
    socket.receive({ type: "contract_changed", faults: [] });
    client.reset();
    expect(socket.closed).toBe(1000);
    expect(sentTypes(socket)).not.toContain("reset");
    expect(ends).toMatchObject([{ reason: "disconnected" }]);
    last().open();
    last().receive({ ...hello, session: "s2" });
    expect(sessions).toEqual([{ session: "s2", cause: "reset" }]);
    client.reset();
    expect(sentTypes(last())).toEqual(["hello", "reset"]);
  });

  test("reset keeps the session while the new contract has faults", () => {
    const { client, socket } = connected();
    const faults = [{ path: "tools[0]", message: "is wrong" }];
    socket.receive({ type: "contract_changed", faults });
    client.reset();
    expect(sentTypes(socket)).toEqual(["hello", "reset"]);
  });

  test("a hello before the turn has ended is not the one that answers reset", async () => {
    const { client, socket, listen } = connected({
      tools: { echo: () => new Promise(() => {}) },
    });
    const sessions = listen("session");
    client.send("hi");
    socket.receive({ type: "turn_start", turn: 1, user: "x" });
    socket.receive(toolCall);
    await settle();
    client.reset();
    socket.receive(hello); // answers a tools_changed that was on its way
    expect(sessions).toEqual([]);
    socket.receive({ ...toolCall, id: "t1.2" });
    socket.receive({ type: "turn_end", turn: 1, reason: "stopped", usage });
    socket.receive(hello);
    expect(sessions).toHaveLength(1);
    expect(client.calls).toEqual([]);
  });
});

describe("tools that come and go", () => {
  test("H25 registrations of one task are announced together", async () => {
    const { client, socket } = connected();
    const remove = client.register("echo", ({ text }) => text);
    client.register("other", () => null);
    await settle();
    expect(socket.sent.slice(1)).toEqual([
      {
        type: "tools_changed",
        tools: { echo: "", other: "" },
        unavailable: [],
        declare: [],
      },
    ]);
    remove();
    await settle();
    expect(socket.sent.at(-1)).toMatchObject({ tools: { other: "" } });
  });

  test("H25 a tool that was just registered is offered in the next turn", () => {
    const { client, socket } = connected();
    client.register("echo", ({ text }) => text);
    client.send("hi");
    expect(sentTypes(socket)).toEqual(["hello", "tools_changed", "user"]);
  });

  test("the hello that answers a change leaves session and turn alone", async () => {
    const { client, socket, listen } = connected({
      tools: { echo: () => new Promise(() => {}) },
    });
    const sessions = listen("session");
    socket.receive({ type: "turn_start", turn: 1, user: "u1" });
    socket.receive(toolCall);
    client.register("other", () => null);
    socket.receive({ ...hello, tools: [] });
    await settle();
    expect(sessions).toEqual([]);
    expect(client.hello?.tools).toEqual([]);
    expect(client.calls).toMatchObject([{ state: "running" }]);
    expect(client.send("hi")).toEqual({ refused: "busy" });
  });

  test("H25 before the connection is open hello says it all", async () => {
    const { client, last } = connecting();
    client.register("echo", ({ text }) => text);
    await settle();
    last().open();
    expect(last().sent).toMatchObject([{ type: "hello", tools: { echo: "" } }]);
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
