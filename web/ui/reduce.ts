/**
 * One pure function from events to the conversation that is shown. It trusts
 * nothing to arrive in a nice order: frames of turns that are not there, and
 * whatever still arrives after a reset, change nothing.
 */

import type { ServerFrame } from "../gen/protocol.ts";
import type { CallView, SessionEvent } from "../client/api.ts";
import type { ChatEvent, ChatState, Part, Turn, WordsPart } from "./state.ts";
import { recall } from "./recall.ts";
import { called, stepped, untold, worded } from "./sequence/trace.ts";
import { initial, isOpen } from "./state.ts";

/**
 * The conversation after an event that happened `at`, as Date.now() counts.
 * Returns the same object if nothing changed.
 */
export function reduce(
  state: ChatState,
  event: ChatEvent,
  at: number,
): ChatState {
  switch (event.type) {
    case "frame":
      return reduceFrame(state, event.frame, at);
    case "status":
      return withStatus(state, event.status);
    case "session":
      return withSession(state, event);
    case "resumed":
      return recall(state, event, at);
    case "call":
      return state.resetting ? state : withCall(state, event.call, at);
    case "sent":
      return {
        ...state,
        problem: undefined,
        turns: [
          ...state.turns.filter(
            ({ progress, words }) =>
              progress.at !== "refused" || words !== event.words,
          ),
          {
            id: event.id,
            words: event.words,
            ...(event.replaces !== undefined && { replaces: event.replaces }),
            sentAt: at,
            progress: { at: "sent" },
            parts: [],
            trace: untold,
          },
        ],
      };
    case "inspecting":
      return { ...state, problem: undefined, run: { id: event.id, turn: 0 } };
    case "asked":
      return { ...state, asks: [...state.asks, event.ask] };
    case "settled":
      return {
        ...state,
        asks: state.asks.filter((ask) => ask.key !== event.key),
      };
    case "cleared":
      return {
        ...state,
        past: [],
        turns: [],
        problem: undefined,
        run: undefined,
        lost: false,
        start: undefined,
        resetting: state.status.status === "open",
      };
    case "left":
      return { ...initial, status: state.status };
    case "speaking":
      return { ...state, speaking: event.speaking };
    default:
      return event satisfies never;
  }
}

function withStatus(state: ChatState, status: ChatState["status"]): ChatState {
  const gone =
    (status.status === "waiting" || status.status === "closed") && !status.kept;
  return {
    ...state,
    status,
    // Without a way back the session ends with its socket.
    lost: state.lost || (gone && state.turns.length > 0),
    resetting: state.resetting && !gone,
  };
}

function withSession(
  state: ChatState,
  { cause, reason }: Pick<SessionEvent, "cause" | "reason">,
): ChatState {
  if (cause === "opened") return state;
  if (cause === "duplicated") return { ...state, start: cause };
  // Somebody else must not see what was said before.
  const cleared = cause === "reset" || reason === "subject";
  const past = cleared ? [] : [...state.past, ...state.turns];
  return {
    ...state,
    past,
    turns: [],
    lost: false,
    start: !cleared && past.length === 0 ? startOf(state) : undefined,
    resetting: false,
    run: undefined,
    // A file that is broken stays so; the new session has what is not.
    contract:
      cause === "reset" && state.contract?.length ? state.contract : undefined,
  };
}

/** Only an earlier document can have said what this one does not show. */
function startOf({ hello, start }: ChatState): ChatState["start"] {
  if (hello === undefined) return "forgotten";
  return start === "forgotten" ? start : undefined;
}

function reduceFrame(
  state: ChatState,
  frame: ServerFrame,
  at: number,
): ChatState {
  if (frame.type === "hello") return { ...state, hello: frame };
  if (frame.type === "contract_changed") {
    return { ...state, contract: frame.faults };
  }
  if (state.resetting) return state;
  const run = runAfter(state.run, frame);
  if (run !== state.run) return { ...state, run };
  switch (frame.type) {
    case "turn_start":
      return change(
        withoutReplaced(state, frame.user),
        (turn) => turn.id === frame.user && turn.progress.at === "sent",
        (turn) => ({
          ...turn,
          progress: { at: "running", turn: frame.turn },
          trace: { ...turn.trace, started: at },
        }),
      );
    case "text":
      return withWords(state, frame.turn, frame.step, at, (parts) =>
        appendDelta(parts, "text", frame.step, frame.delta),
      );
    case "reasoning":
      return withWords(state, frame.turn, frame.step, at, (parts) =>
        appendDelta(parts, "thoughts", frame.step, frame.delta),
      );
    case "retract":
      return withWords(state, frame.turn, frame.step, undefined, (parts) =>
        parts.filter((part) => !("step" in part && part.step === frame.step)),
      );
    case "notice":
      return withRunning(state, frame.turn, (turn) => ({
        ...turn,
        parts: [
          ...turn.parts,
          { kind: "notice", code: frame.code, details: frame.details, at },
        ],
      }));
    case "step":
      return withRunning(state, frame.turn, (turn) => ({
        ...turn,
        trace: stepped(turn.trace, frame, at),
      }));
    case "turn_end":
      return change(
        state,
        // Turn 0 is the client's word for a turn that never began.
        (turn) =>
          frame.turn === 0
            ? turn.progress.at === "sent"
            : runs(turn, frame.turn),
        (turn) => ({
          ...turn,
          progress: {
            at: "ended",
            turn: frame.turn,
            end:
              frame.error === undefined
                ? { reason: frame.reason }
                : { reason: frame.reason, error: frame.error },
          },
          trace: { ...turn.trace, ended: at },
        }),
      );
    case "error": {
      const refused = change(
        state,
        (turn) =>
          turn.progress.at === "sent" && turn.id === (frame.ref ?? turn.id),
        (turn) => ({
          ...turn,
          progress: { at: "refused", error: frame },
          trace: { ...turn.trace, ended: at },
        }),
      );
      return refused === state ? { ...state, problem: frame } : refused;
    }
    case "tool_call":
    case "tool_cancel":
    case "tool_state":
    case "nack":
    case "inspected":
    case "heartbeat":
      return state; // the client tells of calls in call events
    default:
      return frame satisfies never;
  }
}

/** The inspector's call after a frame; the same one if the frame is not about it. */
function runAfter(run: ChatState["run"], frame: ServerFrame): ChatState["run"] {
  switch (frame.type) {
    case "turn_start":
      return frame.user === run?.id ? { ...run, turn: frame.turn } : run;
    case "turn_end": // of turn 0 if it never began
      return frame.turn === run?.turn ? undefined : run;
    case "error":
      return run?.turn === 0 && (frame.ref ?? run.id) === run.id
        ? undefined
        : run;
    default:
      return run;
  }
}

/** The turns without the one that the turn of that id takes the place of. */
function withoutReplaced(state: ChatState, id: string): ChatState {
  const gone = state.turns.find((turn) => turn.id === id)?.replaces;
  return gone === undefined
    ? state
    : { ...state, turns: state.turns.filter((turn) => turn.id !== gone) };
}

function withCall(state: ChatState, call: CallView, at: number): ChatState {
  return change(
    state,
    (turn) =>
      (turn.progress.at === "running" || turn.progress.at === "ended") &&
      turn.progress.turn === call.turn,
    (turn) => {
      const known = turn.parts.some(
        (part) => part.kind === "call" && part.call.id === call.id,
      );
      return {
        ...turn,
        parts: known
          ? turn.parts.map((part) =>
              part.kind === "call" && part.call.id === call.id
                ? { kind: "call", call }
                : part,
            )
          : [...turn.parts, { kind: "call", call }],
        trace: called(turn.trace, call, at),
      };
    },
  );
}

/** Words of a step came, or (`first` undefined) were taken back. */
function withWords(
  state: ChatState,
  number: number,
  step: number,
  first: number | undefined,
  edit: (parts: readonly Part[]) => readonly Part[],
): ChatState {
  return withRunning(state, number, (turn) => ({
    ...turn,
    parts: edit(turn.parts),
    trace: worded(turn.trace, step, first),
  }));
}

function withRunning(
  state: ChatState,
  number: number,
  edit: (turn: Turn) => Turn,
): ChatState {
  return change(state, (turn) => runs(turn, number), edit);
}

function appendDelta(
  parts: readonly Part[],
  kind: WordsPart["kind"],
  step: number,
  delta: string,
): readonly Part[] {
  const last = parts.at(-1);
  if (last?.kind === kind && last.step === step) {
    return [...parts.slice(0, -1), { kind, step, text: last.text + delta }];
  }
  return [...parts, { kind, step, text: delta }];
}

function runs(turn: Turn, number: number): boolean {
  const { progress } = turn;
  return progress.at === "running" && progress.turn === number;
}

/** Edits the newest turn that matches; the same state if none does. */
function change(
  state: ChatState,
  matches: (turn: Turn) => boolean,
  edit: (turn: Turn) => Turn,
): ChatState {
  const index = state.turns.findLastIndex(matches);
  const turn = state.turns[index];
  if (turn === undefined) return state;
  return {
    ...state,
    turns: state.turns.map((other, at) => (at === index ? edit(turn) : other)),
  };
}
