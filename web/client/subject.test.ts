// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { holderOf } from "./admission.ts";
import {
  closeAll,
  connecting,
  keeping,
  resumed,
  shown,
  toolCall,
  waiting,
} from "./testing/client.ts";
import { settle } from "./testing/time.ts";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  closeAll();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** As a backend mints them; nobody checks the signature here. */
const ticketOf = (sub: string, site = "shop") =>
  `v1.${btoa(JSON.stringify({ site, sub }))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}.signature`;

const [ada, bob] = ["aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"];

/** A page whose user changes. */
function page(user = "ada") {
  const forget = vi.fn(async () => {});
  const run = vi.fn(() => new Promise(() => {}));
  const parts = connecting({
    getTicket: () => ticketOf(user),
    tools: { echo: run },
    forget,
  });
  return {
    ...parts,
    forget,
    run,
    become: (next: string) => void (user = next),
    /** Opens the socket that waits, up to the server's answer. */
    async answered(answer: object) {
      await settle();
      parts.last().open();
      parts.last().receive(answer);
      return parts.last().sent[0];
    },
  };
}

const leave = () => window.dispatchEvent(new Event("pagehide"));

test.each([
  ["a user", ticketOf("ada"), "shop/ada"],
  ["letters that base64 has differently", ticketOf("~~?>"), "shop/~~?>"],
  ["nobody in particular", ticketOf("x", "anonymous"), ""],
  ["no ticket", undefined, ""],
  ["something else", "abc", ""],
])("the holder: %s", (_, ticket, holder) => {
  expect(holderOf(ticket)).toBe(holder);
});

test("the subject is that of the server's hello; bodies get it", async () => {
  const { client, answered, last, run, listen } = page();
  const subjects = listen("subject");
  expect(client.subject).toBeUndefined();
  await answered(keeping("T1", { subject: ada }));
  expect(client.subject).toBe(ada);
  expect(subjects).toEqual([ada]);
  last().receive(toolCall);
  await settle();
  expect(run).toHaveBeenCalledWith(
    toolCall.args,
    expect.objectContaining({ subject: ada }),
  );
});

test("without tickets it is nobody from the beginning", () => {
  expect(connecting().client.subject).toBe("");
});

describe("another user of the same tab", () => {
  test("in the next document: neither token nor calls of the last one", async () => {
    const first = page();
    await first.answered(keeping("T1", { subject: ada }));
    first.client.send("hi");
    leave();
    const second = page("bob");
    const hello = await second.answered(keeping("T2", { subject: bob }));
    expect(hello).toMatchObject({ resume: "" });
    leave();
    // And each finds their own again.
    const third = page();
    await settle();
    third.last().open();
    expect(third.last().sent[0]).toMatchObject({ resume: "T1" });
    const fourth = page("bob");
    await settle();
    fourth.last().open();
    expect(fourth.last().sent[0]).toMatchObject({ resume: "T2" });
  });

  test("in the same document: everything of the last one goes before the hello", async () => {
    const { client, answered, last, listen, become, run } = page();
    await answered(keeping("T1", { subject: ada }));
    const { id } = client.send("hi") as { id: string };
    last().receive({ type: "turn_start", turn: 1, user: id });
    last().receive(toolCall);
    await settle();
    const signal = (run.mock.lastCall as unknown[])[1] as {
      signal: AbortSignal;
    };
    const told: string[] = [];
    for (const type of ["turn_end", "subject", "session", "hello"] as const)
      client.on(type, () => told.push(type));
    const sessions = listen("session");
    last().drop(1006);
    become("bob");
    await vi.advanceTimersByTimeAsync(500);
    const hello = await answered(
      keeping("T2", { session: "s2", subject: bob }),
    );
    expect(hello).toMatchObject({ resume: "" });
    expect(hello).not.toHaveProperty("calls");
    expect(signal.signal.aborted).toBe(true);
    expect(told).toEqual(["turn_end", "subject", "session", "hello"]);
    expect(sessions).toEqual([{ session: "s2", cause: "opened" }]);
    expect(client.calls).toEqual([]);
    expect(client.busy).toBe(false);

    // The first one comes back to what is theirs.
    last().drop(1006);
    become("ada");
    await vi.advanceTimersByTimeAsync(500);
    const snapshot = {
      turns: [shown(1, id)],
      running: 1,
      open: [waiting("t1.1", "running")],
    };
    const back = await answered(resumed("T3", snapshot, { subject: ada }));
    expect(back).toMatchObject({ resume: "T1" });
    expect(client.subject).toBe(ada);
    expect(sessions).toHaveLength(1);
  });
});

describe("signOut", () => {
  test("ends the session and leaves nothing in the tab; reconnect begins anew", async () => {
    const { client, answered, last, listen, become, forget } = page();
    await answered(keeping("T1", { subject: ada }));
    client.send("hi");
    const ends = listen("turn_end");
    const subjects = listen("subject");
    const stops = listen("stopped");
    await client.signOut();
    expect(last().sent.at(-1)).toEqual({ type: "end" });
    expect(last().closed).toBe(1000);
    expect(ends).toMatchObject([{ reason: "disconnected" }]);
    expect(subjects).toEqual([undefined]);
    expect(stops).toEqual([{ by: "close" }]);
    expect(client.status).toMatchObject({
      status: "closed",
      reason: "signed_out",
    });
    expect(client.hello).toBeUndefined();
    expect(client.calls).toEqual([]);
    expect(sessionStorage).toHaveLength(0);
    expect(forget).not.toHaveBeenCalled();

    become("bob");
    client.reconnect();
    const hello = await answered(
      keeping("T2", { session: "s2", subject: bob }),
    );
    expect(hello).toMatchObject({ resume: "" });
    expect(subjects).toEqual([undefined, bob]);
  });

  test("forget: what is stored for the user goes, too", async () => {
    const { client, answered, forget } = page();
    await answered(keeping("T1", { subject: ada }));
    await client.signOut({ forget: true });
    expect(forget.mock.calls).toEqual([[ada]]);
  });

  test("before it is known who it is: nobody finds anything in the tab", async () => {
    for (const user of ["ada", "bob"]) {
      const { answered } = page(user);
      await answered(keeping("T1", { subject: user }));
      leave();
    }
    expect(sessionStorage).toHaveLength(2);
    const other = "farhand:1:ws://test/ws?chat=two "; // of another conversation
    sessionStorage.setItem(other, "{}");
    const { client, forget } = page();
    await client.signOut({ forget: true });
    expect(Object.keys(sessionStorage)).toEqual([other]);
    sessionStorage.clear();
    expect(forget).not.toHaveBeenCalled();
  });
});
