/**
 * From a snapshot to the turns that are shown: all of them in a new document,
 * and in an old one what changed while there was no connection. Pure; the
 * reducer calls it.
 */

import type { Snapshot, SnapshotPart, SnapshotTurn } from "../gen/protocol.ts";
import type { CallView } from "../client/api.ts";
import { stepped, type Trace, untold } from "./sequence/trace.ts";
import {
  type ChatState,
  isOpen,
  type Part,
  type Turn,
  wasNotTaken,
} from "./state.ts";

/** What was told of a session that goes on. */
export type Recalled = {
  readonly snapshot: Snapshot;
  /** All calls of the session, as the client has them. */
  readonly calls: readonly CallView[];
};

/** The conversation as the snapshot has it, `at` this time. */
export function recall(
  state: ChatState,
  { snapshot, calls }: Recalled,
  at: number,
): ChatState {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const known = new Map(state.turns.map((turn) => [turn.id, turn]));
  const turns = snapshot.turns.map((told) =>
    turnOf(told, known.get(told.user.id), byId, at),
  );
  const ids = new Set(turns.map(({ id }) => id));
  const others = state.turns.filter(({ id }) => !ids.has(id));
  // What the server left out is still here, unless the document is another one.
  const older = snapshot.truncated === true ? others.filter(isOver) : [];
  const untaken = others.filter(
    (turn) => turn.progress.at === "sent" || wasNotTaken(turn),
  );
  return {
    ...state,
    turns: [...older, ...turns, ...untaken],
    lost: false,
    start:
      snapshot.truncated === true && older.length === 0
        ? "truncated"
        : state.start,
  };
}

function isOver(turn: Turn): boolean {
  return !isOpen(turn) && !wasNotTaken(turn);
}

function turnOf(
  { turn: number, user, parts, end }: SnapshotTurn,
  known: Turn | undefined,
  calls: ReadonlyMap<string, CallView>,
  at: number,
): Turn {
  const before = known ?? {
    id: user.id,
    words: user.text,
    sentAt: at,
    recalled: true as const,
    trace: untold,
  };
  return {
    ...before,
    progress:
      end === undefined
        ? { at: "running", turn: number }
        : {
            at: "ended",
            turn: number,
            end: {
              reason: end.reason,
              ...(end.error !== undefined && { error: end.error }),
            },
          },
    parts: parts.flatMap((part) => partOf(part, calls, at)),
    trace: traceOf(before.trace, parts, end !== undefined, at),
  };
}

function partOf(
  part: SnapshotPart,
  calls: ReadonlyMap<string, CallView>,
  at: number,
): Part[] {
  switch (part.kind) {
    case "text":
      return [{ kind: "text", step: part.step, text: part.text }];
    case "reasoning":
      return [{ kind: "thoughts", step: part.step, text: part.text }];
    case "call": {
      const call = calls.get(part.id);
      return call === undefined ? [] : [{ kind: "call", call }];
    }
    case "notice":
      return [{ kind: "notice", code: part.code, details: part.details, at }];
    case "step":
      return [];
    default:
      part satisfies never;
      return []; // a part of a newer server
  }
}

/** With the steps that were not heard of here. */
function traceOf(
  before: Trace,
  parts: readonly SnapshotPart[],
  over: boolean,
  at: number,
): Trace {
  let trace: Trace = before;
  for (const part of parts) {
    if (part.kind !== "step") continue;
    const known = trace.steps.find(({ step }) => step === part.step);
    if (known?.ended === undefined) trace = stepped(trace, part, at);
  }
  return over && trace.ended === undefined ? { ...trace, ended: at } : trace;
}
