// @vitest-environment happy-dom
/** @jsxImportSource react */

import { act, type ReactNode, StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  hello,
  resumed,
  shown,
  toolCall,
  usage,
} from "../client/testing/client.ts";
import { fakeSockets } from "../client/testing/sockets.ts";
import {
  type Farhand,
  type FarhandOptions,
  FarhandProvider,
  useContextData,
  useFarhand,
  useTool,
} from "./index.ts";

(
  globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let sockets: ReturnType<typeof fakeSockets>;
let farhand: Farhand;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = fakeSockets();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});

afterEach(() => {
  act(() => root.unmount());
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

const draw = (node: ReactNode) =>
  act(() => root.render(<StrictMode>{node}</StrictMode>));
/** A task later: what was unmounted is not mounted again. */
const later = () => act(() => vi.advanceTimersByTimeAsync(1));
const receive = (frame: unknown) =>
  act(async () => sockets.last().receive(frame));
const sent = (type: string) =>
  sockets.last().sent.filter((frame) => frame.type === type);

const options = (more: Partial<FarhandOptions> = {}): FarhandOptions => ({
  url: "ws://test/ws",
  WebSocket: sockets.WebSocket,
  tools: {},
  ...more,
});

function Chat({ more }: { more?: Partial<FarhandOptions> }) {
  farhand = useFarhand(options(more));
  return null;
}

async function opened(node: ReactNode) {
  draw(node);
  act(() => sockets.last().open());
  await receive(hello);
}

test("StrictMode makes one socket, and keeps it open", async () => {
  await opened(<Chat />);
  await later();
  expect(sockets.made).toHaveLength(1);
  expect(sockets.last().closed).toBeUndefined();
  expect(farhand.status).toEqual({ status: "open" });
});

test("a component that is mounted again at once goes on with the socket", async () => {
  await opened(<Chat key="one" />);
  draw(<Chat key="two" />);
  await later();
  expect(sockets.made).toHaveLength(1);
  expect(farhand.status.status).toBe("open");
});

test("two components with one address have one conversation", async () => {
  await opened([<Chat key="one" />, <Chat key="two" />]);
  draw([<Chat key="one" />]);
  await later();
  expect(sockets.made).toHaveLength(1);
  expect(sockets.last().closed).toBeUndefined();
});

test("unmounting closes, and what is mounted later is another conversation", async () => {
  await opened(<Chat />);
  draw(null);
  await later();
  expect(sockets.last().closed).toBeDefined();
  draw(<Chat />);
  expect(sockets.made).toHaveLength(2);
});

test("another address is another conversation", async () => {
  await opened(<Chat />);
  draw(<Chat more={{ url: "ws://other/ws" }} />);
  await later();
  expect(sockets.made.map(({ url }) => url)).toEqual([
    "ws://test/ws",
    "ws://other/ws",
  ]);
  expect(sockets.made[0]!.closed).toBeDefined();
  expect(sockets.last().closed).toBeUndefined();
});

test("turns hold what was said, in order", async () => {
  await opened(<Chat />);
  const { client, send } = farhand;
  let id = "";
  act(() => {
    const made = send("hi");
    if ("id" in made) id = made.id;
  });
  expect(farhand.turns).toMatchObject([{ id, text: "hi", turn: 0, parts: [] }]);
  expect(farhand.busy).toBe(true);

  await receive({ type: "turn_start", turn: 1, user: id });
  await receive({ type: "reasoning", turn: 1, step: 1, delta: "hm" });
  await receive({ type: "text", turn: 1, step: 1, delta: "wrong" });
  await receive({ type: "retract", turn: 1, step: 1 });
  await receive({ type: "text", turn: 1, step: 1, delta: "Hel" });
  await receive({ type: "text", turn: 1, step: 1, delta: "lo" });
  await receive({ type: "turn_end", turn: 1, reason: "done", usage });
  expect(farhand.turns).toMatchObject([
    {
      turn: 1,
      parts: [{ kind: "text", step: 1, text: "Hello" }],
      end: { reason: "done" },
    },
  ]);
  expect(farhand.busy).toBe(false);
  expect(farhand.client).toBe(client);
  expect(farhand.send).toBe(send);
});

test("words that the server does not take end with its code", async () => {
  await opened(<Chat />);
  act(() => void farhand.send("hi"));
  const ref = sent("user")[0]!["id"];
  await receive({ type: "error", code: "rate_limited", message: "slow", ref });
  expect(farhand.turns[0]).toMatchObject({ end: { code: "rate_limited" } });
});

test("a turn that replaces another one takes its place once it begins", async () => {
  await opened(<Chat />);
  const turn = async (number: number, text: string, replaces?: string) => {
    act(() => void farhand.send(text, replaces ? { replaces } : undefined));
    const user = String(sent("user").at(-1)!["id"]);
    const before = farhand.turns.map((one) => one.text);
    await receive({ type: "turn_start", turn: number, user });
    await receive({ type: "turn_end", turn: number, reason: "done", usage });
    return { user, before };
  };
  const { user } = await turn(1, "one");
  const { before } = await turn(2, "two", user);
  expect(before).toEqual(["one", "two"]);
  expect(farhand.turns.map(({ text }) => text)).toEqual(["two"]);
});

test("a lost session is still shown, a reset clears it, another person sees nothing", async () => {
  await opened(<Chat />);
  const say = async (turn: number) => {
    act(() => void farhand.send("hi"));
    const user = sent("user").at(-1)!["id"];
    await receive({ type: "turn_start", turn, user });
    await receive({ type: "turn_end", turn, reason: "done", usage });
  };
  await say(1);
  await receive({ ...hello, session: "s2" });
  expect(farhand.turns).toMatchObject([{ turn: -1, text: "hi" }]);
  await receive({ ...hello, session: "s3", resumed: false, reason: "subject" });
  expect(farhand.turns).toEqual([]);
  await say(1);
  act(() => farhand.reset());
  await receive({ ...hello, session: "s3" });
  expect(farhand.turns).toEqual([]);
});

test("whoever signs out leaves nothing on the page", async () => {
  await opened(<Chat />);
  act(() => void farhand.send("hi"));
  await act(() => farhand.client!.signOut());
  expect(farhand.turns).toEqual([]);
  expect(farhand.questions).toEqual([]);
});

test("a conversation that goes on here is drawn from its snapshot", async () => {
  draw(<Chat />);
  act(() => sockets.last().open());
  const call = { kind: "call", id: "t1.1", step: 1, name: "echo", args: {} };
  const parts = [
    { ...call, state: "succeeded", ms: 3 },
    { kind: "text", step: 2, text: "Done." },
  ] as never[];
  const turn = shown(1, "u1", { parts, end: { reason: "done", usage } });
  await receive(resumed("token", { turns: [turn] }));
  expect(farhand.turns).toMatchObject([
    { id: "u1", text: "hi", turn: 1, parts, end: { reason: "done" } },
  ]);
});

function Tool({ answer }: { answer: () => unknown }) {
  useTool("echo", { run: answer });
  return null;
}

test("a tool is offered while it is mounted, and renderings tell nobody", async () => {
  draw([<Tool key="tool" answer={() => 1} />, <Chat key="chat" />]);
  act(() => sockets.last().open());
  await receive(hello);
  expect(sent("hello")[0]).toMatchObject({ tools: { echo: "" } });
  const told = sent("tools_changed").length;
  draw([<Tool key="tool" answer={() => 2} />, <Chat key="chat" />]);
  await later();
  expect(sent("tools_changed")).toHaveLength(told);
  draw([null, <Chat key="chat" />]);
  await later();
  expect(sent("tools_changed").at(-1)).toMatchObject({ tools: {} });
  expect(sockets.made).toHaveLength(1);
});

test("the newest body gets new calls, one that runs is not disturbed", async () => {
  let finish!: (value: string) => void;
  const first = new Promise<string>((resolve) => (finish = resolve));
  const page = (answer: () => unknown) => [
    <Chat key="chat" />,
    <Tool key="tool" answer={answer} />,
  ];
  await opened(page(() => first));
  await receive(toolCall);
  draw(page(() => "second"));
  await receive({ ...toolCall, id: "t1.2" });
  await act(async () => finish("first"));
  expect(sent("tool_result")).toMatchObject([
    { id: "t1.2", result: "second" },
    { id: "t1.1", result: "first" },
  ]);
});

test("a tool with a description is declared, and again when that changes", async () => {
  function Declared({ description }: { description: string }) {
    useTool("cart.add", { description, run: () => 1 });
    return null;
  }
  await opened([<Chat key="c" />, <Declared key="d" description="Adds." />]);
  const declared = () =>
    [...sent("hello"), ...sent("tools_changed")].map((one) => one["declare"]);
  const before = declared().length;
  expect(declared().at(-1)).toEqual([
    { name: "cart.add", description: "Adds." },
  ]);
  draw([<Chat key="c" />, <Declared key="d" description="Puts." />]);
  await later();
  expect(declared().length).toBeGreaterThan(before);
  expect(declared().at(-1)).toEqual([
    { name: "cart.add", description: "Puts." },
  ]);
});

const asking = {
  ...toolCall,
  approval: { reason: "Order?", risk: "high", remember: false },
};

test("questions are drawn while their call waits, and the first answer counts", async () => {
  await opened([
    <Chat key="chat" more={{ questions: true }} />,
    <Tool key="tool" answer={() => "ordered"} />,
  ]);
  expect(sent("hello")[0]).toMatchObject({ approvals: true });
  await receive(asking);
  const [question] = farhand.questions;
  expect(question).toMatchObject({ kind: "approve", reason: "Order?" });
  expect(farhand.calls).toMatchObject([{ waiting: "approval" }]);
  await act(async () => {
    if (question?.kind === "approve") question.answer("once");
    if (question?.kind === "approve") question.answer("deny");
  });
  expect(farhand.questions).toEqual([]);
  expect(sent("tool_result")).toMatchObject([{ result: "ordered" }]);
});

test("a question goes when its call is cancelled", async () => {
  await opened([
    <Chat key="chat" more={{ questions: true }} />,
    <Tool key="tool" answer={() => 1} />,
  ]);
  await receive(asking);
  expect(farhand.questions).toHaveLength(1);
  await receive({ type: "tool_cancel", id: "t1.1", reason: "cancelled" });
  expect(farhand.questions).toEqual([]);
});

test("without questions and handlers nothing is asked; a handler may be another one each time", async () => {
  await opened(<Chat />);
  expect(sent("hello")[0]).toMatchObject({ approvals: false });
  draw(null);
  await later();

  const asked: string[] = [];
  const page = (name: string) => [
    <Chat
      key="chat"
      more={{
        approve: async () => {
          asked.push(name);
          return "deny";
        },
      }}
    />,
    <Tool key="tool" answer={() => 1} />,
  ];
  await opened(page("old"));
  draw(page("new"));
  await receive(asking);
  expect(asked).toEqual(["new"]);
  expect(farhand.questions).toEqual([]);
});

test("context data of all that is mounted goes with each message", async () => {
  function Product({ sku }: { sku: string }) {
    useContextData({ sku });
    return null;
  }
  const page = (sku?: string) => [
    <Chat key="chat" more={{ context: () => ({ page: "shop" }) }} />,
    sku && <Product key="product" sku={sku} />,
  ];
  const said = async (number: number) => {
    act(() => void farhand.send("hi"));
    const { id, context } = sent("user").at(-1)!;
    await receive({ type: "turn_start", turn: number, user: id });
    await receive({ type: "turn_end", turn: number, reason: "done", usage });
    return context;
  };
  await opened(page("a"));
  expect(await said(1)).toEqual({ page: "shop", sku: "a" });
  draw(page("b"));
  expect(await said(2)).toEqual({ page: "shop", sku: "b" });
  draw(page());
  expect(await said(3)).toEqual({ page: "shop" });
});

test("a provider has one conversation for all inside of it", async () => {
  const seen: Farhand[] = [];
  function Inside() {
    seen.push((farhand = useFarhand()));
    return null;
  }
  const page = (url: string) => (
    <FarhandProvider {...options({ url })}>
      <Inside />
      <Tool answer={() => 1} />
      <Inside />
    </FarhandProvider>
  );
  await opened(page("ws://test/ws"));
  await later();
  expect(sockets.made).toHaveLength(1);
  expect(seen.at(-1)).toBe(seen.at(-2));

  draw(page("ws://other/ws"));
  await later();
  expect(sockets.made).toHaveLength(2);
  expect(sockets.last().url).toBe("ws://other/ws");
  expect(sockets.made[0]!.closed).toBeDefined();
  act(() => sockets.last().open());
  expect(sent("hello")[0]).toMatchObject({ tools: { echo: "" } });
});
