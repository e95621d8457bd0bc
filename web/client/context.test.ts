// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import {
  closeAll,
  connected,
  keeping,
  resumed,
  usage,
} from "./testing/client.ts";

afterEach(() => {
  closeAll();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const page = { url: location.origin + location.pathname };

test("the context goes beside each message, as it is then, with the address", () => {
  let cart = 1;
  const { client, socket } = connected({ context: () => ({ cart }) });
  const say = (text: string, replaces?: string) => {
    const { id } = client.send(text, replaces ? { replaces } : {}) as {
      id: string;
    };
    const frame = socket.sent.at(-1);
    socket.receive({ type: "turn_start", turn: 1, user: id });
    socket.receive({ type: "turn_end", turn: 1, reason: "done", usage });
    return { id, frame };
  };
  const first = say("one");
  expect(first.frame).toEqual({
    type: "user",
    id: first.id,
    text: "one",
    context: { cart: 1 },
    ...page,
  });
  cart = 2;
  expect(say("again", first.id).frame).toMatchObject({
    replaces: first.id,
    context: { cart: 2 },
  });
  client.setContext("a value");
  expect(say("three").frame).toMatchObject({ context: "a value", ...page });
  client.setContext(undefined);
  const { frame } = say("four");
  expect(frame).not.toHaveProperty("context");
  expect(frame).not.toHaveProperty("url");
});

test("a message that is sent again after a loss says what it said", async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  let cart = 1;
  const { client, socket, last } = connected(
    { context: () => cart++ },
    keeping("T1"),
  );
  client.send("hi");
  socket.drop(1006);
  await vi.advanceTimersByTimeAsync(500);
  last().open();
  last().receive(resumed("T2"));
  expect(last().sent.at(-1)).toEqual(socket.sent.at(-1));
  expect(cart).toBe(2);
});

test.each([
  ["8193 bytes", "é".repeat(4095) + "x", "8193 bytes"],
  ["a cycle", cyclic(), "circular|cyclic"],
  ["a promise", Promise.resolve({}), "promise"],
  ["no JSON", Symbol("x"), "no JSON"],
  [
    "a function that throws",
    () => {
      throw new Error("boom");
    },
    "boom",
  ],
])(
  "%s: the message goes without it, and the console says so",
  (_, context, why) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { client, socket } = connected({ context });
    expect(client.send("hi")).toHaveProperty("id");
    expect(socket.sent.at(-1)).toMatchObject({ type: "user", text: "hi" });
    expect(socket.sent.at(-1)).not.toHaveProperty("context");
    expect(error).toHaveBeenCalledTimes(1);
    expect(error.mock.lastCall?.join(" ")).toMatch(new RegExp(why, "i"));
  },
);

test("8192 bytes are sent", () => {
  const context = "é".repeat(4095);
  const { client, socket } = connected({ context });
  client.send("hi");
  expect(socket.sent.at(-1)).toMatchObject({ context });
});

test("nothing is asked for a message that is not sent", () => {
  const context = vi.fn();
  const { client } = connected({ context });
  client.send("  ");
  expect(context).not.toHaveBeenCalled();
});

function cyclic(): unknown {
  const loop: { self?: unknown } = {};
  return (loop.self = loop);
}
