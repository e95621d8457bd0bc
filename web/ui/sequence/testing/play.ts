/** Turns for the tests of the drawing, played through the reducer at chosen times. */

import type { ServerFrame, TurnEnd } from "../../../gen/protocol.ts";
import type { CallView } from "../../../client/api.ts";
import { reduce } from "../../reduce.ts";
import { type ChatEvent, initial, type Turn } from "../../state.ts";
import { english } from "../../strings/english.ts";
import { call, hello } from "../../samples.ts";
import { estimate } from "../fit.ts";
import type { Canvas } from "../geometry.ts";
import { createSpeaker, spanWords } from "../words.ts";

/** What happened at a time, in milliseconds after the words were sent. */
export type Timed = readonly [ms: number, event: ChatEvent];

/** When the words were sent, as Date.now() counts. */
export const sentAt = 1_000_000;

/** The turn that comes of events. It was sent at 0. */
export function play(...events: readonly Timed[]): Turn {
  const sent: Timed = [0, { type: "sent", id: "u1", words: "Where am I?" }];
  const state = [sent, ...events].reduce(
    (state, [ms, event]) => reduce(state, event, sentAt + ms),
    initial,
  );
  const turn = state.turns.at(-1);
  if (turn === undefined) throw new Error("no turn");
  return turn;
}

const frame = (frame: ServerFrame): ChatEvent => ({ type: "frame", frame });

const usage = {
  inputTokens: 300,
  outputTokens: 10,
  thoughtsTokens: 0,
  cachedTokens: 0,
};

export const began = (ms = 5): Timed => [
  ms,
  frame({ type: "turn_start", turn: 1, user: "u1" }),
];

export const step = (at: number, step: number, ms: number): Timed => [
  at,
  frame({ type: "step", turn: 1, step, ms, requestBytes: 1_200, usage }),
];

export const text = (at: number, step: number, delta = "Berlin."): Timed => [
  at,
  frame({ type: "text", turn: 1, step, delta }),
];

export const ended = (
  at: number,
  reason: TurnEnd["reason"] = "done",
): Timed => [at, frame({ type: "turn_end", turn: 1, reason, usage })];

export const notice = (
  at: number,
  code: Extract<ServerFrame, { type: "notice" }>["code"],
): Timed => [at, frame({ type: "notice", turn: 1, code })];

/** A call through its states; a change that names no state is none of time. */
export function through(
  changes: Partial<CallView>,
  ...states: readonly (readonly [ms: number, Partial<CallView>])[]
): Timed[] {
  let view = call({ ...changes, marks: {} });
  return states.map(([ms, change]): Timed => {
    const { waiting: _, ...rest } = view;
    view = { ...rest, ...change };
    view = { ...view, marks: { [view.state]: sentAt + ms, ...view.marks } };
    return [ms, { type: "call", call: view }];
  });
}

/** A call that was sent at a time and succeeded after some. */
export function succeeded(
  from: number,
  to: number,
  changes: Partial<CallView> = {},
): Timed[] {
  return through(
    changes,
    [from, { state: "requested" }],
    [from + 1, { state: "delivered" }],
    [from + 1, { state: "running" }],
    [to, { state: "succeeded", resultBytes: 64 }],
  );
}

/** A canvas of a width. */
export function canvas(
  width: number,
  direction: "ltr" | "rtl" = "ltr",
): Canvas {
  return {
    width,
    em: 16,
    direction,
    measure: estimate,
    say: createSpeaker(english, hello),
    spanWords: (span) => spanWords(english, span),
    clock: english.format.clock,
    browser: english.sequence.lanes.browser,
    now: english.sequence.now,
  };
}
