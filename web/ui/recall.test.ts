import { describe, expect, test } from "vitest";
import type { ServerFrame, Snapshot, SnapshotTurn } from "../gen/protocol.ts";
import type { CallView } from "../client/api.ts";
import { reduce } from "./reduce.ts";
import { call, hello } from "./samples.ts";
import { type ChatEvent, type ChatState, initial, isBusy } from "./state.ts";

const usage = {
  inputTokens: 1,
  outputTokens: 2,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

function then(state: ChatState, ...events: ChatEvent[]): ChatState {
  return events.reduce((state, event) => reduce(state, event, 1_000), state);
}

function resumed(
  turns: SnapshotTurn[],
  more: Partial<Snapshot> = {},
  calls: CallView[] = [],
): ChatEvent {
  return {
    type: "resumed",
    snapshot: { turns, open: [], ...more },
    calls,
  };
}

function told(
  turn: number,
  id: string,
  more: Partial<SnapshotTurn> = {},
): SnapshotTurn {
  return { turn, user: { id, text: `words of ${id}` }, parts: [], ...more };
}

const done = { reason: "done" as const, usage };
const frame = (frame: ServerFrame): ChatEvent => ({ type: "frame", frame });
const sent: ChatEvent = { type: "sent", id: "u1", words: "Where am I?" };
const started = frame({ type: "turn_start", turn: 1, user: "u1" });
const kept: ChatEvent = {
  type: "status",
  status: { status: "waiting", reason: "lost", code: 1006, kept: true },
};

describe("H23 in a new document", () => {
  test("the transcript is there: words, thoughts, calls, notices, and how turns ended", () => {
    const location = call({ state: "succeeded", ms: 20, confirmed: true });
    const state = then(
      initial,
      resumed(
        [
          told(1, "u1", {
            parts: [
              { kind: "reasoning", step: 1, text: "hm" },
              { kind: "step", step: 1, ms: 5, requestBytes: 7, usage },
              {
                kind: "call",
                id: location.id,
                step: 1,
                name: location.name,
                args: {},
                state: "succeeded",
                ms: 20,
              },
              { kind: "notice", code: "queued" },
              { kind: "text", step: 2, text: "You are in Berlin." },
            ],
            end: done,
          }),
          told(2, "u2", { end: { reason: "stopped", usage } }),
        ],
        {},
        [location],
      ),
    );
    expect(state.turns).toMatchObject([
      {
        id: "u1",
        words: "words of u1",
        recalled: true,
        progress: { at: "ended", turn: 1, end: { reason: "done" } },
        parts: [
          { kind: "thoughts", text: "hm" },
          { kind: "call", call: location },
          { kind: "notice", code: "queued" },
          { kind: "text", text: "You are in Berlin." },
        ],
        trace: { steps: [{ step: 1, ms: 5, requestBytes: 7 }], ended: 1_000 },
      },
      { id: "u2", progress: { end: { reason: "stopped" } } },
    ]);
    expect(isBusy(state)).toBe(false);
  });

  test("a text that runs goes on where it was, and calls of its turn are shown", () => {
    const state = then(
      initial,
      resumed(
        [
          told(3, "u3", {
            parts: [{ kind: "text", step: 1, text: "You are in " }],
          }),
        ],
        { running: 3 },
      ),
      frame({ type: "text", turn: 3, step: 1, delta: "Berlin." }),
      { type: "call", call: call({ id: "t3.1", turn: 3 }) },
    );
    expect(isBusy(state)).toBe(true);
    expect(state.turns[0]?.parts).toMatchObject([
      { kind: "text", text: "You are in Berlin." },
      { kind: "call", call: { id: "t3.1" } },
    ]);
  });

  test("what the server no longer has is said", () => {
    expect(then(initial, resumed([], { truncated: true })).start).toBe(
      "truncated",
    );
    expect(then(initial, resumed([])).start).toBeUndefined();
  });

  test("a session that could not go on is said, and is gone with the next one", () => {
    const state = then(initial, {
      type: "session",
      cause: "reconnected",
      reason: "server_restarted",
    });
    expect(state.start).toBe("forgotten");
    expect(then(state, { type: "cleared" }).start).toBeUndefined();
  });

  test("where nothing was said in this document, nothing is forgotten", () => {
    const greeted = then(initial, frame(hello));
    const again: ChatEvent = { type: "session", cause: "reconnected" };
    expect(then(greeted, again).start).toBeUndefined();
  });

  test("a duplicated tab is said", () => {
    const state = then(initial, { type: "session", cause: "duplicated" });
    expect(state.start).toBe("duplicated");
  });
});

describe("H23 in the same document", () => {
  test("a loss that may heal dims nothing and ends nothing", () => {
    const state = then(initial, sent, started, kept);
    expect(state.lost).toBe(false);
    expect(isBusy(state)).toBe(true);
  });

  test("what happened meanwhile is put right, and what is known stays", () => {
    const mine = call({ result: { a: 1 }, state: "succeeded" });
    const before = then(initial, sent, started, kept);
    const state = then(
      before,
      resumed(
        [
          told(1, "u1", {
            parts: [
              {
                kind: "call",
                id: mine.id,
                step: 1,
                name: mine.name,
                args: {},
                state: "running",
              },
              { kind: "text", step: 2, text: "Here." },
            ],
            end: done,
          }),
        ],
        {},
        [mine],
      ),
    );
    expect(state.turns).toHaveLength(1);
    expect(state.turns[0]).toMatchObject({
      words: "Where am I?",
      sentAt: before.turns[0]?.sentAt,
      progress: { at: "ended" },
      parts: [{ call: { result: { a: 1 } } }, { text: "Here." }],
    });
    expect(state.turns[0]).not.toHaveProperty("recalled");
  });

  test("words that are sent again, and words that were refused, stay below", () => {
    const refused = frame({
      type: "error",
      code: "busy",
      message: "",
      ref: "u2",
    });
    const state = then(
      initial,
      { type: "sent", id: "u2", words: "refused" },
      refused,
      sent,
      kept,
      resumed([told(1, "u0", { end: done })]),
    );
    expect(state.turns.map(({ id }) => id)).toEqual(["u0", "u2", "u1"]);
  });

  test("a turn that was replaced meanwhile goes; what the server only left out stays", () => {
    const before = then(
      initial,
      sent,
      started,
      frame({ type: "turn_end", turn: 1, reason: "done", usage }),
    );
    const next = [told(2, "u2", { end: done })];
    const ids = (state: ChatState) => state.turns.map(({ id }) => id);
    expect(ids(then(before, resumed(next)))).toEqual(["u2"]);
    const truncated = then(before, resumed(next, { truncated: true }));
    expect(ids(truncated)).toEqual(["u1", "u2"]);
    expect(truncated.start).toBeUndefined();
  });

  test("a session of somebody else leaves nothing of the last one to see", () => {
    const state = then(initial, sent, started, {
      type: "session",
      cause: "reconnected",
      reason: "subject",
    });
    expect([...state.past, ...state.turns]).toEqual([]);
    expect(state.start).toBeUndefined();
  });
});
