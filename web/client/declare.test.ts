import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { OfferedTool, WithheldTool } from "../gen/protocol.ts";
import { createRegistry } from "./registry.ts";
import { connected, connecting, hello, toolCall } from "./testing/client.ts";
import { gate, settle } from "./testing/time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const policy = {
  risk: "medium",
  approval: "never",
  readOnly: false,
  maxResultBytes: 1000,
} as const;

/** How the server offers a tool of the page. */
const offered = (declared: string): OfferedTool => ({
  name: `page_${declared}`,
  title: declared,
  where: "browser",
  policy,
  ui: {},
  declared,
});

const echo = {
  description: "Says it again.",
  inputSchema: { type: "object" },
  run: (args: unknown) => args,
};

describe("K34 tools that the page declares", () => {
  test("are announced as they are, without their functions, in one frame for a task", async () => {
    const { client, socket } = connected();
    client.declare("echo", { ...echo, annotations: { readOnlyHint: true } });
    client.declare("again", echo);
    await settle();
    const sent = socket.sent.filter(({ type }) => type === "tools_changed");
    expect(sent).toEqual([
      {
        type: "tools_changed",
        tools: {},
        unavailable: [],
        declare: [
          {
            name: "echo",
            description: "Says it again.",
            inputSchema: { type: "object" },
            annotations: { readOnlyHint: true },
          },
          {
            name: "again",
            description: "Says it again.",
            inputSchema: { type: "object" },
          },
        ],
      },
    ]);
  });

  test("run under the name that the server gave them, and take no call of the contract", async () => {
    const { client, socket } = connected({ tools: { echo: () => "theirs" } });
    client.declare("echo", { ...echo, run: () => "ours" });
    socket.receive({ ...hello, tools: [offered("echo")] });
    socket.receive({ ...toolCall, name: "page_echo" });
    socket.receive({ ...toolCall, id: "t1.2", name: "echo" });
    await settle();
    const results = socket.sent.filter(({ type }) => type === "tool_result");
    expect(results).toMatchObject([
      { id: "t1.1", result: "ours" },
      { id: "t1.2", result: "theirs" },
    ]);
  });

  test("H25 what is declared while the server's hello is on its way is said after it, once", async () => {
    const { client, last } = connecting();
    client.declare("early", echo);
    await settle();
    last().open();
    client.declare("late", echo);
    await settle();
    last().receive(hello);
    await settle();
    expect(last().sent).toMatchObject([
      { type: "hello", declare: [{ name: "early" }] },
      { type: "tools_changed", declare: [{ name: "early" }, { name: "late" }] },
    ]);
  });

  test("a name of every object is a name like others here", async () => {
    const { client, socket } = connected();
    client.declare("constructor", { ...echo, run: () => 1 });
    socket.receive({ ...toolCall, name: "constructor" });
    await settle();
    expect(socket.sent.at(-1)).toMatchObject({
      type: "tool_result",
      error: { code: "unsupported" },
    });
  });

  test.each(["declare", "register"] as const)(
    "H25 %s again replaces the body; a call that runs keeps the old one, and an old removal removes nothing",
    async (door) => {
      const { client, socket } = connected();
      const put = (run: () => unknown) =>
        door === "declare"
          ? client.declare("echo", { ...echo, run })
          : client.register("echo", run);
      const name = door === "declare" ? "page_echo" : "echo";
      const wait = gate<string>();
      const removeOld = put(() => wait.promise);
      socket.receive({ ...hello, tools: [offered("echo")] });
      socket.receive({ ...toolCall, name });
      await settle();
      const remove = put(() => "new");
      removeOld();
      socket.receive({ ...toolCall, id: "t1.2", name });
      await settle();
      wait.open("old");
      await settle();
      const results = socket.sent.filter(({ type }) => type === "tool_result");
      expect(results).toMatchObject([
        { id: "t1.2", result: "new" },
        { id: "t1.1", result: "old" },
      ]);
      remove();
      await settle();
      expect(socket.sent.at(-1)).toMatchObject({
        type: "tools_changed",
        tools: {},
        declare: [],
      });
    },
  );

  test("K35 what is no JSON, or too much for a frame, is refused where it is declared", () => {
    const registry = createRegistry({}, {});
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(() =>
      registry.declare("a", { ...echo, inputSchema: cycle }),
    ).toThrow(TypeError);
    expect(() =>
      registry.declare("a", { ...echo, description: "x".repeat(300_000) }),
    ).toThrow(RangeError);
    expect(registry.announce().declare).toEqual([]);
  });
});

describe("H12 what page and server disagree on is on the console", () => {
  const body: WithheldTool = {
    name: "cart_show",
    title: "Cart",
    reason: "no_body",
    path: "body",
    expected: "a body in the page",
    got: "none",
  };
  const line =
    "farhand: cart_show: body: expected a body in the page, got none";

  test("once, with tool, path, expected and got", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { socket } = connected();
    const withheld: WithheldTool[] = [
      body,
      { name: "speak", title: "", reason: "unsupported" },
      {
        name: "page_memory_get",
        declared: "memory_get",
        title: "",
        reason: "declared",
        path: "name",
        expected: "a name that the server's tools.json does not have",
        got: "one that it has",
      },
    ];
    socket.receive({ ...hello, withheld });
    vi.advanceTimersByTime(1000);
    socket.receive({ ...hello, withheld });
    vi.advanceTimersByTime(1000);
    expect(warn.mock.calls.flat()).toEqual([
      line,
      "farhand: memory_get: name: expected a name that the server's tools.json does not have, got one that it has",
    ]);
  });

  test("one line for all tools that ask where nobody can be asked", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { socket } = connected();
    const asks = { title: "", reason: "no_approval" } as const;
    const withheld = [
      { name: "cart_add", ...asks },
      { name: "order", ...asks },
    ];
    socket.receive({ ...hello, withheld });
    vi.advanceTimersByTime(1000);
    socket.receive({ ...hello, withheld: [...withheld].reverse() });
    vi.advanceTimersByTime(1000);
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining("connect({ approve: ")],
    ]);
  });

  test("not if the page registers the body in time", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { socket } = connected();
    socket.receive({ ...hello, withheld: [body] });
    vi.advanceTimersByTime(900);
    socket.receive(hello);
    vi.advanceTimersByTime(5000);
    expect(warn).not.toHaveBeenCalled();
  });

  test("a result that does not fit, with the place", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { socket } = connected({ tools: { echo: () => ({ items: "two" }) } });
    socket.receive(toolCall);
    await settle();
    socket.receive({
      type: "tool_state",
      id: "t1.1",
      state: "failed",
      code: "invalid_result",
      ms: 1,
      mismatch: { path: "result.items", expected: "integer", got: "string" },
    });
    expect(error.mock.calls).toEqual([
      ["farhand: echo: result.items: expected integer, got string"],
    ]);
  });
});
