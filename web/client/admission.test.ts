// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeAll, connecting, hello } from "./testing/client.ts";
import { gate, settle } from "./testing/time.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  closeAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that answers plain requests with this. */
function answering(status: number, body: unknown) {
  const fetch = vi.fn(
    async () => new Response(JSON.stringify(body), { status }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

describe("a ticket for each socket", () => {
  test("it is a subprotocol of its own, and another one each time", async () => {
    let count = 0;
    const { made, last } = connecting({ getTicket: () => `ticket${++count}` });
    await settle();
    expect(last().protocols).toEqual(["farhand.v1", "farhand.ticket.ticket1"]);
    last().open();
    last().receive(hello);
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(made.map(({ protocols }) => protocols[1])).toEqual([
      "farhand.ticket.ticket1",
      "farhand.ticket.ticket2",
    ]);
  });

  test("ticketUrl is asked with POST", async () => {
    const fetch = answering(200, { ticket: "abc" });
    const { last } = connecting({ ticketUrl: "/my/ticket" });
    await settle();
    expect(fetch).toHaveBeenCalledWith("/my/ticket", { method: "POST" });
    expect(last().protocols[1]).toBe("farhand.ticket.abc");
  });

  test("a refusal of whoever gives tickets is told, and its time is waited", async () => {
    const refusal = {
      code: "rate_limited",
      message: "too many tickets",
      retryAfterMs: 4000,
    };
    answering(429, refusal);
    const { client, made } = connecting({ ticketUrl: "/ticket" });
    await settle();
    expect(client.status).toEqual({
      status: "waiting",
      reason: "authentication",
      code: 1006,
      retryAt: Date.now() + 4000,
      refusal,
    });
    expect(made).toHaveLength(0);
    answering(200, { ticket: "t" });
    await vi.advanceTimersByTimeAsync(4000);
    expect(made).toHaveLength(1);
  });

  test.each([
    [404, "no"],
    [502, "<html>"],
    [500, ""],
  ])(
    "an address that answers %i and no JSON is named",
    async (status, body) => {
      vi.stubGlobal("fetch", async () => new Response(body, { status }));
      const { client } = connecting({ ticketUrl: "/nowhere" });
      await settle();
      expect(client.status).toMatchObject({
        refusal: {
          code: "ticket",
          message: `no ticket: /nowhere: ${status}`,
        },
      });
    },
  );

  test.each<[string, () => string | Promise<string>, string]>([
    [
      "throws",
      () => {
        throw new Error("signed out");
      },
      "no ticket: signed out",
    ],
    ["rejects", () => Promise.reject("nobody"), "no ticket: nobody"],
    [
      "gives none",
      () => undefined as unknown as string,
      "no ticket: what came is none",
    ],
    [
      "gives something else",
      () => 7 as unknown as string,
      "no ticket: what came is none",
    ],
    [
      "gives none that fits into a header",
      () => "a b",
      "no ticket: what came is none",
    ],
  ])(
    "a source that %s is told and asked again",
    async (_what, getTicket, message) => {
      const { client, made } = connecting({ getTicket });
      await settle();
      expect(client.status).toMatchObject({
        status: "waiting",
        reason: "authentication",
        refusal: { code: "ticket", message },
      });
      expect(made).toHaveLength(0);
    },
  );

  test("a ticket that comes when nobody waits for it any more opens nothing", async () => {
    const ticket = gate<string>();
    const { client, made } = connecting({ getTicket: () => ticket.promise });
    client.close();
    ticket.open("late");
    await settle();
    expect(made).toHaveLength(0);
  });

  test("one that does not come in 90 s is asked for again", async () => {
    const getTicket = vi.fn(() => new Promise<string>(() => {}));
    const { client } = connecting({ getTicket });
    await vi.advanceTimersByTimeAsync(90_000);
    expect(client.status).toMatchObject({ reason: "silent" });
    await vi.advanceTimersByTimeAsync(500);
    expect(getTicket).toHaveBeenCalledTimes(2);
  });
});

describe("GET /check explains a handshake that failed before it opened", () => {
  const refusal = {
    code: "origin",
    message: "start the server with -origins http://localhost:3000",
  };

  test("its code and message are in the status, which is told twice", async () => {
    const fetch = answering(200, { ok: false, ...refusal });
    const { client, last, listen } = connecting();
    const told = listen("status");
    last().drop(1006);
    await settle();
    expect(fetch).toHaveBeenCalledWith(new URL("http://test/check"), {
      headers: {},
    });
    expect(told).toHaveLength(2);
    expect(client.status).toEqual({
      status: "waiting",
      reason: "refused_or_unreachable",
      code: 1006,
      retryAt: Date.now() + 500,
      refusal,
    });
  });

  test("its time to try again is waited, if it is later", async () => {
    answering(200, {
      ok: false,
      code: "full",
      message: "all sessions are in use",
      retryAfterMs: 9000,
    });
    const { made, last } = connecting();
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(8999);
    expect(made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(made).toHaveLength(2);
  });

  test.each([
    ["is fine with it", 200, { ok: true }],
    ["does not know the question", 404, "not found"],
    ["is somebody else", 200, null],
  ])("a server that %s changes nothing", async (_what, status, body) => {
    answering(status, body);
    const { last, listen } = connecting();
    const told = listen("status");
    last().drop(1006);
    await settle();
    expect(told).toHaveLength(1);
  });

  test("an answer that is late changes nothing", async () => {
    const response = gate<Response>();
    vi.stubGlobal("fetch", () => response.promise);
    const { client, last } = connecting();
    last().drop(1006);
    client.reconnect();
    response.open(new Response(JSON.stringify({ ok: false, ...refusal })));
    await settle();
    expect(client.status).toEqual({ status: "connecting" });
  });

  test.each([
    [4003, "authentication", "closed"],
    [4008, "rate_limited", "waiting"],
  ] as const)(
    "%i: what the close frame says, and then what the server knows of the ticket",
    async (code, reason, status) => {
      const fetch = answering(200, {
        ok: false,
        code: reason,
        message: "long",
      });
      const { client, last } = connecting({ getTicket: () => "abc" });
      await settle();
      if (code === 4003) {
        // Another ticket, once.
        last().open();
        last().drop(code);
        await vi.advanceTimersByTimeAsync(0);
      }
      expect(fetch).not.toHaveBeenCalled();
      last().open();
      const said = { code: reason, reason: "short", retryAfterMs: 700 };
      last().drop(code, JSON.stringify(said));
      expect(client.status).toMatchObject({
        status,
        reason,
        refusal: { code: reason, message: "short", retryAfterMs: 700 },
      });
      await settle();
      expect(fetch).toHaveBeenCalledWith(new URL("http://test/check"), {
        headers: { "Farhand-Ticket": "abc" },
      });
      expect(client.status).toMatchObject({
        status,
        refusal: { message: "long" },
      });
    },
  );

  test("a socket that had opened is not asked about", async () => {
    const fetch = answering(200, { ok: true });
    const { last } = connecting();
    last().open();
    last().drop(1006);
    await settle();
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("a socket that the browser does not make", () => {
  const address = "ftp://test/ws";
  test.each(
    ["SyntaxError", "SecurityError"].flatMap((name) => [
      [name, undefined],
      [name, () => "abc"],
    ]) as [string, (() => string) | undefined][],
  )(
    "%s: told as what it is, also to who listens later",
    async (name, getTicket) => {
      const fetch = answering(200, { ok: true });
      const tried = vi.fn(function () {
        throw new DOMException(`${address} is not for this page`, name);
      });
      const { client, listen } = connecting({
        url: address,
        WebSocket: tried as unknown as typeof WebSocket,
        ...(getTicket && { getTicket }),
      });
      const told = listen("status");
      const closed = {
        status: "closed",
        reason: "address",
        code: 1006,
        refusal: {
          code: "socket",
          message: `no socket: ${address} is not for this page`,
        },
      };
      await settle();
      expect(told).toEqual([closed]);
      expect(client.status).toEqual(closed);

      // It would not help by itself, and the server has nothing to say of it.
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(tried).toHaveBeenCalledOnce();
      expect(fetch).not.toHaveBeenCalled();
      client.reconnect();
      await settle();
      expect(told.slice(1)).toEqual([{ status: "connecting" }, closed]);
    },
  );

  test("closed before it is known: nothing more is told", async () => {
    const { client, listen } = connecting({
      WebSocket: function () {
        throw new DOMException("", "SyntaxError");
      } as unknown as typeof WebSocket,
    });
    client.close();
    const told = listen("status");
    await settle();
    expect(told).toEqual([]);
    expect(client.status).toMatchObject({ reason: "closed" });
  });

  test("an error without a close, as a policy of the page makes it, is a loss like any other", async () => {
    const { client, made, last } = connecting();
    last().fail();
    expect(client.status).toMatchObject({
      status: "waiting",
      reason: "refused_or_unreachable",
      code: 1006,
    });
    // Elsewhere the close comes, too.
    made[0]?.drop(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(made).toHaveLength(2);
  });
});
