// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connected, connecting, hello } from "./testing/client.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The browser's word on the network, told or not. */
function network(onLine: boolean, told = true): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(onLine);
  if (told) window.dispatchEvent(new Event(onLine ? "online" : "offline"));
}
const offline = { status: "waiting", reason: "offline", code: 1006 };

describe("a browser without a network", () => {
  test("makes no attempts, says so, and connects at once when it has one", () => {
    const { client, socket, made } = connected();
    network(false);
    expect(client.status).toEqual({ status: "open" });
    socket.drop(1006);
    expect(client.status).toEqual(offline);
    vi.advanceTimersByTime(3_600_000);
    expect(made).toHaveLength(1);
    network(true);
    expect(client.status.status).toBe("connecting");
    expect(made).toHaveLength(2);
    client.close();
  });

  test("ends a wait that had begun", () => {
    const { client, socket, made } = connected();
    socket.drop(1006);
    network(false);
    expect(client.status).toEqual(offline);
    vi.advanceTimersByTime(60_000);
    expect(made).toHaveLength(1);
    client.close();
  });

  test("the person may try all the same", () => {
    const { client, socket, made, last } = connected();
    network(false);
    socket.drop(1006);
    client.reconnect();
    expect(made).toHaveLength(2);
    last().drop(1006);
    expect(client.status).toEqual(offline);
    client.close();
  });

  test("a page that comes back to the front is no network", () => {
    const { client, socket, made } = connected();
    network(false);
    socket.drop(1006);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    expect(made).toHaveLength(1);
    network(true, false);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    expect(made).toHaveLength(2);
    client.close();
  });

  test("the network comes back to a page in the background as well", () => {
    const { client, socket, made } = connected();
    network(false);
    socket.drop(1006);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    network(true);
    expect(made).toHaveLength(2);
    client.close();
  });

  test("what ends for good does so offline as well", () => {
    const { client, socket } = connected();
    network(false);
    socket.drop(4001);
    expect(client.status).toMatchObject({
      status: "closed",
      reason: "superseded",
    });
    client.close();
  });

  test("a server that answers nevertheless is near: its loss is one like others", () => {
    network(false, false);
    const { client, last, made } = connecting();
    last().open();
    last().receive(hello);
    last().drop(1006);
    expect(client.status).toEqual({
      status: "waiting",
      reason: "lost",
      code: 1006,
      retryAt: Date.now() + 500,
    });
    vi.advanceTimersByTime(500);
    expect(made).toHaveLength(2);
    client.close();
  });
});
