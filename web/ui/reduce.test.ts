import { describe, expect, test } from "vitest";
import type { ServerFrame, TurnEnd } from "../gen/protocol.ts";
import { reduce } from "./reduce.ts";
import { call, hello } from "./samples.ts";
import {
  type ChatEvent,
  type ChatState,
  initial,
  isAwaiting,
  isBusy,
  lastTaken,
  wasNotTaken,
} from "./state.ts";

const usage = {
  inputTokens: 0,
  outputTokens: 0,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

function frame(frame: ServerFrame): ChatEvent {
  return { type: "frame", frame };
}

function text(delta: string, step = 1, turn = 1): ChatEvent {
  return frame({ type: "text", turn, step, delta });
}

function end(reason: TurnEnd["reason"], turn = 1): ChatEvent {
  return frame({ type: "turn_end", turn, reason, usage });
}

const sent: ChatEvent = { type: "sent", id: "u1", words: "Where am I?" };
const started = frame({ type: "turn_start", turn: 1, user: "u1" });
const open: ChatEvent = { type: "status", status: { status: "open" } };
const lost: ChatEvent = {
  type: "status",
  status: { status: "waiting", reason: "lost", code: 1006, retryAt: 0 },
};

function play(...events: ChatEvent[]): ChatState {
  return then(initial, ...events);
}

function then(state: ChatState, ...events: ChatEvent[]): ChatState {
  return events.reduce((state, event) => reduce(state, event, 1_000), state);
}

function last(state: ChatState) {
  return state.turns.at(-1);
}

test("H33 a whole turn: words, a call, the answer", () => {
  const state = play(
    frame(hello),
    open,
    sent,
    started,
    text("Let me "),
    text("look. "),
    { type: "call", call: call({ state: "requested" }) },
    { type: "call", call: call({ state: "running" }) },
    { type: "call", call: call({ state: "succeeded", ms: 800 }) },
    text("You are in Berlin.", 2),
    end("done"),
  );
  expect(last(state)).toMatchObject({
    words: "Where am I?",
    progress: { at: "ended", end: { reason: "done" } },
    parts: [
      { kind: "text", text: "Let me look. " },
      { kind: "call", call: { state: "succeeded" } },
      { kind: "text", text: "You are in Berlin." },
    ],
  });
  expect(isBusy(state)).toBe(false);
});

test("A55 a call that was refused before it reached the page appears as ended", () => {
  const refused = call({ name: "nope", state: "failed", code: "unknown_tool" });
  const state = play(sent, started, { type: "call", call: refused });
  expect(last(state)?.parts).toEqual([{ kind: "call", call: refused }]);
});

test("parallel calls keep the order of arrival while results come in any", () => {
  const state = play(
    sent,
    started,
    { type: "call", call: call({ id: "t1.1" }) },
    { type: "call", call: call({ id: "t1.2" }) },
    { type: "call", call: call({ id: "t1.2", state: "succeeded" }) },
    { type: "call", call: call({ id: "t1.1", state: "succeeded" }) },
  );
  expect(
    last(state)?.parts.map((part) => part.kind === "call" && part.call.id),
  ).toEqual(["t1.1", "t1.2"]);
});

test("A89 text of two steps and thoughts between them stay apart", () => {
  const state = play(
    sent,
    started,
    text("one"),
    frame({ type: "reasoning", turn: 1, step: 2, delta: "hm" }),
    frame({ type: "reasoning", turn: 1, step: 2, delta: "m" }),
    text("two", 2),
  );
  expect(last(state)?.parts).toEqual([
    { kind: "text", step: 1, text: "one" },
    { kind: "thoughts", step: 2, text: "hmm" },
    { kind: "text", step: 2, text: "two" },
  ]);
});

test("retract drops the words and thoughts of that step and nothing else", () => {
  const state = play(
    sent,
    started,
    text("kept"),
    { type: "call", call: call({ step: 2 }) },
    frame({ type: "reasoning", turn: 1, step: 2, delta: "gone" }),
    text("gone", 2),
    frame({ type: "retract", turn: 1, step: 2 }),
    text("again", 2),
  );
  expect(last(state)?.parts.map((part) => part.kind)).toEqual([
    "text",
    "call",
    "text",
  ]);
  expect(last(state)?.parts.at(-1)).toMatchObject({ text: "again" });
});

test("a turn that ends with an error keeps what was said", () => {
  const error = { kind: "overloaded", message: "m" } as const;
  const state = play(
    sent,
    started,
    text("half"),
    frame({ type: "turn_end", turn: 1, reason: "model_error", error, usage }),
  );
  expect(last(state)).toMatchObject({
    progress: { at: "ended", end: { reason: "model_error", error } },
    parts: [{ text: "half" }],
  });
});

describe("words that the server did not take", () => {
  const busy = (ref: string): ChatEvent =>
    frame({ type: "error", code: "busy", message: "m", ref });

  test("are marked as not sent", () => {
    expect(last(play(sent, busy("u1")))?.progress.at).toBe("refused");
  });

  test("an error about anything else is a problem of the conversation", () => {
    const state = play(sent, started, busy("other"));
    expect(last(state)?.progress.at).toBe("running");
    expect(state.problem).toMatchObject({ code: "busy" });
    expect(play(sent, started, busy("other"), sent).problem).toBeUndefined();
  });
});

describe("words in the place of the last turn's", () => {
  const again: ChatEvent = {
    type: "sent",
    id: "u2",
    words: "Where are you?",
    replaces: "u1",
  };
  const answered = () => play(sent, started, text("Here."), end("done"));
  const words = (state: ChatState) => state.turns.map((turn) => turn.words);

  test("the turn stays until the server takes them", () => {
    const waiting = then(answered(), again);
    expect(words(waiting)).toEqual(["Where am I?", "Where are you?"]);
    const taken = then(
      waiting,
      frame({ type: "turn_start", turn: 2, user: "u2" }),
    );
    expect(words(taken)).toEqual(["Where are you?"]);
    expect(last(taken)?.progress).toEqual({ at: "running", turn: 2 });
  });

  test("refused, nothing is lost, and the turn is the last that was taken", () => {
    const refused = then(
      answered(),
      again,
      frame({ type: "error", code: "unexpected", message: "m", ref: "u2" }),
    );
    expect(words(refused)).toEqual(["Where am I?", "Where are you?"]);
    expect(last(refused)?.progress.at).toBe("refused");
    expect(lastTaken(refused.turns)?.id).toBe("u1");
    // The same words once more take the place of those that were refused.
    const resent = then(refused, { ...again, id: "u3" });
    expect(resent.turns.map((turn) => turn.id)).toEqual(["u1", "u3"]);
  });

  test("a turn that began late in a lost session leaves the rest alone", () => {
    const gone = then(answered(), again, end("disconnected", 0), lost);
    expect(gone.turns.filter(wasNotTaken).map((turn) => turn.id)).toEqual([
      "u2",
    ]);
  });
});

test("a turn waits for its user as long as one of its calls does", () => {
  const asking = play(sent, started, {
    type: "call",
    call: call({ state: "awaiting_user", waiting: "approval" }),
  });
  expect(isAwaiting(asking)).toBe(true);
  expect(isAwaiting(then(asking, end("stopped")))).toBe(false);
  expect(isAwaiting(play(sent, started, text("Here.")))).toBe(false);
});

describe("a lost socket", () => {
  const ends = [
    {
      type: "call",
      call: call({ state: "cancelled", code: "disconnected", confirmed: true }),
    },
    end("disconnected"),
  ] satisfies ChatEvent[];
  const begin = [open, sent, started, { type: "call", call: call() }] as const;

  test.each([
    ["told last", [...ends, lost]],
    ["told first", [lost, ...ends]],
  ])("ends turn and call, and what is above is forgotten, %s", (_, events) => {
    const state = play(...begin, ...events);
    expect(state.lost).toBe(true);
    expect(last(state)).toMatchObject({
      progress: { end: { reason: "disconnected" } },
      parts: [{ call: { state: "cancelled" } }],
    });
    const again = reduce(
      state,
      { type: "session", cause: "reconnected" },
      1_000,
    );
    expect(again).toMatchObject({ lost: false, turns: [] });
    expect(again.past).toHaveLength(1);
  });

  test("a turn that never began ends too", () => {
    const state = play(open, sent, end("disconnected", 0), lost);
    expect(isBusy(state)).toBe(false);
  });

  test("H31 equal call ids in the next session do not meet the old ones", () => {
    const state = play(
      ...begin,
      ...ends,
      lost,
      { type: "session", cause: "reconnected" },
      { type: "sent", id: "u2", words: "again" },
      frame({ type: "turn_start", turn: 1, user: "u2" }),
      { type: "call", call: call({ state: "succeeded" }) },
    );
    expect(state.past[0]?.parts[0]).toMatchObject({
      call: { state: "cancelled" },
    });
    expect(last(state)?.parts[0]).toMatchObject({
      call: { state: "succeeded" },
    });
  });

  test("with nothing said there is nothing to forget", () => {
    expect(play(open, lost).lost).toBe(false);
  });
});

describe("a new conversation", () => {
  test("is empty at once; what still arrives of the old one changes nothing", () => {
    const state = play(
      open,
      sent,
      started,
      { type: "cleared" },
      text("late"),
      { type: "call", call: call() },
      end("stopped"),
    );
    expect(state).toMatchObject({ turns: [], past: [], resetting: true });
    expect(
      reduce(state, { type: "session", cause: "reset" }, 1_000).resetting,
    ).toBe(false);
  });

  test("without a connection waits for nothing", () => {
    const state = play(open, sent, lost, { type: "cleared" });
    expect(state).toMatchObject({ turns: [], lost: false, resetting: false });
  });
});

test("frames of unknown turns change nothing", () => {
  const before = play(sent, started);
  for (const event of [
    text("x", 1, 7),
    end("done", 7),
    frame({ type: "turn_start", turn: 2, user: "nobody" }),
    frame({ type: "nack", id: "t1.1", reason: "unknown" }),
    { type: "call", call: call({ turn: 7 }) } as const,
  ]) {
    expect(reduce(before, event, 1_000)).toBe(before);
  }
});

describe("a call of the inspector", () => {
  const asked: ChatEvent = { type: "inspecting", id: "i1" };
  const begun = frame({ type: "turn_start", turn: 2, user: "i1" });
  const after = play(frame(hello), open, sent, started, end("done"), asked);

  test("makes the conversation wait and leaves its turns alone", () => {
    const state = then(after, begun, {
      type: "call",
      call: call({ id: "t2.1", turn: 2 }),
    });
    expect(isBusy(state)).toBe(true);
    expect(state.run).toEqual({ id: "i1", turn: 2 });
    expect(state.turns).toBe(after.turns);
    const over = then(state, end("stopped", 2));
    expect([isBusy(over), over.turns === after.turns]).toEqual([false, true]);
  });

  test.each([
    ["refused", frame({ type: "error", code: "busy", message: "", ref: "i1" })],
    ["lost before it began", end("disconnected", 0)],
    [
      "forgotten with the session",
      { type: "session", cause: "reset" } as const,
    ],
  ])("is over when it is %s", (_, event) => {
    const state = then(after, event);
    expect([state.run, state.problem]).toEqual([undefined, undefined]);
  });

  test("has nothing to do with errors of others", () => {
    const error = frame({ type: "error", code: "malformed", message: "" });
    expect(then(after, begun, error)).toMatchObject({
      run: { turn: 2 },
      problem: { code: "malformed" },
    });
  });
});

describe("a changed contract", () => {
  const faults = [{ path: "tools[0]", message: "is wrong" }];
  const changed = (faults: { path: string; message: string }[]): ChatEvent =>
    frame({ type: "contract_changed", faults });
  const again: ChatEvent = { type: "session", cause: "reset" };

  test("is told until a new conversation has it", () => {
    const state = play(frame(hello), open, changed(faults), changed([]));
    expect(state.contract).toEqual([]);
    expect(then(state, again).contract).toBeUndefined();
  });

  test("with faults stays broken, whatever conversation", () => {
    const state = play(frame(hello), open, changed(faults), again);
    expect(state.contract).toEqual(faults);
  });
});
