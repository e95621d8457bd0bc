/** However a call ends, `call` tells each of its states once. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CallPart, ServerToolState } from "../gen/protocol.ts";
import type { Run } from "./api.ts";
import { ToolError } from "./error.ts";
import { asking, plain, rig } from "./testing/rig.ts";
import { gate, settle } from "./testing/time.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Rig = ReturnType<typeof rig>;
type Ended = Pick<ServerToolState, "state" | "code">;

const done: Run<never, unknown> = () => "done";
const endless: Run<never, unknown> = () => new Promise(() => {});
const throws = (error: Error) => (): never => {
  throw error;
};
const ends = (ended: Ended): ServerToolState => ({
  type: "tool_state",
  id: "t1.1",
  ms: 5,
  ...ended,
});
const part = (ended: Ended): CallPart => ({
  kind: "call",
  id: "t1.1",
  step: 1,
  name: plain.name,
  args: {},
  ms: 5,
  ...ended,
});
/** The session goes on with a call that is over. */
const goesOn = (page: Rig, ended?: Ended): void => {
  const user = { id: "u1", text: "hi" };
  const parts = ended ? [part(ended)] : [];
  page.resumed({ turns: [{ turn: 1, user, parts }], open: [] }, []);
};
const timedOut = { state: "timed_out", code: "timeout" } as const;
const stopped = { state: "cancelled", code: "cancelled" } as const;

/** What runs, how the page hears of its end, and what it is told. */
const ways: readonly [
  name: string,
  run: Run<never, unknown>,
  end: (page: Rig) => unknown,
  told: Ended,
][] = [
  ["ok", done, () => {}, { state: "succeeded" }],
  [
    "an error",
    throws(new Error("x")),
    () => {},
    { state: "failed", code: "failed" },
  ],
  [
    "dismissed",
    throws(new ToolError("permission_denied", "ask", "dismissed")),
    () => {},
    { state: "denied", code: "permission_denied" },
  ],
  [
    "a timeout here",
    endless,
    () => vi.advanceTimersByTimeAsync(plain.timeoutMs),
    timedOut,
  ],
  ["a timeout of the server", endless, () => {}, timedOut],
  [
    "cancelled",
    endless,
    ({ cancel }) =>
      cancel({ type: "tool_cancel", id: "t1.1", reason: "timeout" }),
    timedOut,
  ],
  ["stopped", endless, ({ stop }) => stop(), stopped],
  ["over after reconnect", endless, (page) => goesOn(page, timedOut), timedOut],
  [
    "over after reconnect, as another document ended it",
    endless,
    (page) => goesOn(page, { state: "succeeded" }),
    { state: "succeeded" },
  ],
  [
    "unknown after reconnect",
    endless,
    (page) => goesOn(page),
    { state: "cancelled", code: "disconnected" },
  ],
  [
    "lost",
    endless,
    ({ lost }) => lost(),
    { state: "cancelled", code: "disconnected" },
  ],
];

describe("each state is told once, whoever tells the end after that", () => {
  test.each(ways)("%s", async (_name, run, end, told) => {
    const page = rig(run);
    page.call(plain);
    await settle();
    await end(page);
    // All of them may come after the end is known.
    page.final(ends(told));
    goesOn(page, told);
    page.lost();
    page.restart();
    expect(page.states()).toEqual(["delivered", "running", told.state]);
    expect(page.last()).toMatchObject({ ...told, confirmed: true });
  });

  test("denied", async () => {
    const page = rig(done, { approve: async () => "deny" });
    page.call(asking);
    await settle();
    const denied = { state: "denied", code: "denied" } as const;
    page.final({ ...ends(denied), id: asking.id });
    expect(page.states()).toEqual(["delivered", "awaiting_user", "denied"]);
    expect(page.last()).toMatchObject({ ...denied, confirmed: true });
  });

  test("stopped before it came", () => {
    const page = rig(done);
    page.stop();
    page.call(plain);
    page.final(ends(stopped));
    expect(page.states()).toEqual(["cancelled"]);
  });

  test("ended by the server alone", () => {
    const page = rig(done);
    page.final(ends({ state: "failed", code: "unknown_tool" }));
    page.final(ends({ state: "failed", code: "unknown_tool" }));
    expect(page.states()).toEqual(["failed"]);
  });

  test("another end than the page believed is a state of its own", async () => {
    const page = rig(done);
    page.call(plain);
    await settle();
    page.final(ends({ state: "failed", code: "invalid_result" }));
    expect(page.states()).toEqual([
      "delivered",
      "running",
      "succeeded",
      "failed",
    ]);
  });

  test("what is stored, and another wait of the same state, are no state", async () => {
    const asked = gate<string>();
    const page = rig((_args: never, { saved, awaitUser }) => {
      saved("a");
      const both = [
        awaitUser(asked.promise),
        awaitUser(asked.promise, "gesture"),
      ];
      return Promise.all(both);
    });
    page.call(plain);
    await settle();
    expect(page.last()).toMatchObject({ saved: ["a"], waiting: "gesture" });
    asked.open("yes");
    await settle();
    expect(page.states().slice(0, 3)).toEqual([
      "delivered",
      "running",
      "awaiting_user",
    ]);
    expect(page.states().filter((state) => state === "succeeded")).toHaveLength(
      1,
    );
  });
});
