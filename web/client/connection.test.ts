// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Status } from "./api.ts";
import {
  connected,
  connecting,
  hello,
  toolCall,
  usage,
} from "./testing/client.ts";
import { settle } from "./testing/time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the connection", () => {
  const waits = (list: Status[]): number[] =>
    list.flatMap((s) =>
      s.status === "waiting" ? [(s.retryAt ?? NaN) - Date.now()] : [],
    );

  test("heartbeats are answered at once with the same seq, and told to nobody", () => {
    const { socket, listen } = connected();
    const beats = listen("heartbeat");
    socket.receive({ type: "heartbeat", seq: 7 });
    expect(socket.sent.at(-1)).toEqual({ type: "heartbeat", seq: 7 });
    expect(beats).toEqual([]);
  });

  test("what is no frame is ignored, and its content is not logged", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { client, socket } = connected();
    socket.receive('{"type":"sing","words":"secret"}');
    socket.receive("garbage secret");
    expect(JSON.stringify(warn.mock.calls)).not.toContain("secret");
    expect(client.status).toEqual({ status: "open" });
  });

  test("every text on the socket is told as it is, both ways, before it is acted on", () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { last, listen } = connecting();
    const wire = listen("wire");
    last().open();
    last().receive("garbage");
    last().receive(hello);
    last().receive({ type: "heartbeat", seq: 7 });
    expect(wire.map(({ sent, text }) => [sent, text.slice(0, 27)])).toEqual([
      [true, '{"type":"hello","protocol":'],
      [false, "garbage"],
      [false, '{"type":"hello","session":"'],
      [false, '{"type":"heartbeat","seq":7'],
      [true, '{"type":"heartbeat","seq":7'],
    ]);
  });

  test("90 s of silence close it", () => {
    const { client, socket } = connected();
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
    const { client, last, made } = connecting();
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
    const { last, listen } = connecting();
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
    const { last, listen } = connected();
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
    const { client, made, last } = connected();
    last().drop(code);
    expect(client.status).toEqual({ status: "closed", reason, code });
    vi.advanceTimersByTime(600_000);
    expect(made).toHaveLength(1);
    client.reconnect();
    expect(made).toHaveLength(2);
  });

  test("a server of another version ends it", () => {
    const { client, last } = connecting();
    last().open();
    last().receive({ ...hello, protocol: 2 });
    expect(client.status).toMatchObject({
      status: "closed",
      reason: "protocol",
    });
  });

  test("network or person back: the wait ends", () => {
    const { client, made, last } = connected();
    last().drop(1006);
    window.dispatchEvent(new Event("online"));
    expect(made).toHaveLength(2);
    last().drop(1006);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    expect(made).toHaveLength(3);
    client.close();
    window.dispatchEvent(new Event("online"));
    client.reconnect();
    expect(made).toHaveLength(3);
  });

  test("a lost socket ends turn and calls once; the next session is told as reconnected", async () => {
    const { client, socket, last, listen } = connected({
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
    const { client, socket, listen } = connected();
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
