/**
 * The conversation as the page shows it. Plain data without functions: what
 * it becomes on each event is in reduce.ts, how it looks is in the components.
 */

import type {
  Approval,
  ContractFault,
  ServerFrame,
  ServerHello,
} from "../gen/protocol.ts";
import type { Tools } from "../gen/tools.ts";
import type { CallRef, CallView, SessionEvent, Status } from "../client/api.ts";
import type { Recalled } from "./recall.ts";
import type { Trace } from "./sequence/trace.ts";

type Frame<T extends ServerFrame["type"]> = Extract<ServerFrame, { type: T }>;

/** A stretch of the answer, or of the model's thoughts. */
export type WordsPart = {
  readonly kind: "text" | "thoughts";
  readonly step: number;
  readonly text: string;
};

/** One tool call. */
export type CallPart = { readonly kind: "call"; readonly call: CallView };

/** A quiet line about what goes on inside the turn. */
export type NoticePart = {
  readonly kind: "notice";
  readonly code: Frame<"notice">["code"];
  readonly details: Frame<"notice">["details"];
  /** As Date.now() counts. */
  readonly at: number;
};

/** What a turn consists of, in order of arrival. */
export type Part = WordsPart | CallPart | NoticePart;

/** Where a turn stands. */
export type Progress =
  /** Sent, not begun. */
  | { readonly at: "sent" }
  | { readonly at: "running"; readonly turn: number }
  | { readonly at: "ended"; readonly turn: number; readonly end: TurnEnd }
  /** The server did not take the words. */
  | { readonly at: "refused"; readonly error: Frame<"error"> };

/** Why a turn is over. */
export type TurnEnd = Pick<Frame<"turn_end">, "reason" | "error">;

/** The user's words and what came of them. */
export type Turn = {
  /** The id of the user frame, unique in the document. */
  readonly id: string;
  readonly words: string;
  /** The id of the turn that goes when the server takes these words. */
  readonly replaces?: string;
  /** As Date.now() counts. */
  readonly sentAt: number;
  /** It began in another document: its times are not known here. */
  readonly recalled?: true;
  readonly progress: Progress;
  readonly parts: readonly Part[];
  readonly trace: Trace;
};

/** What the tool ask_user asks. */
export type Question = Tools["ask_user"]["args"];

/** A question that only a real click of the user answers. */
export type Ask = {
  /** Unique in the document; call ids are not. */
  readonly key: number;
  readonly call: CallRef;
} & (
  | { readonly kind: "approval"; readonly approval: Approval }
  | { readonly kind: "gesture" }
  | { readonly kind: "question"; readonly question: Question }
);

/** Everything that the element shows. */
export type ChatState = {
  readonly status: Status;
  readonly hello: ServerHello | undefined;
  /** Turns of earlier sessions, which the model no longer remembers. */
  readonly past: readonly Turn[];
  /** Turns of the session. */
  readonly turns: readonly Turn[];
  /** The session of `turns` is gone; nothing has replaced it yet. */
  readonly lost: boolean;
  /** How the session began, where the person has to know. */
  readonly start: Start | undefined;
  /** A reset is on its way; what still arrives belongs to what was cleared. */
  readonly resetting: boolean;
  readonly asks: readonly Ask[];
  /** Speech goes on. */
  readonly speaking: boolean;
  /** The last fault that belongs to no turn. */
  readonly problem: Frame<"error"> | undefined;
  /** The call that the inspector runs: a turn, but none of the conversation. */
  readonly run: Run | undefined;
  /** The contract's file has changed since the session began: what is wrong with it, if anything. */
  readonly contract: readonly ContractFault[] | undefined;
};

/** What the person has to know of the beginning of what is shown. */
export type Start =
  /** The tab is a copy of one whose conversation goes on there. */
  | "duplicated"
  /** What was said before this page was loaded is forgotten. */
  | "forgotten"
  /** The server keeps the newer part only. */
  | "truncated";

/** A turn of the inspector; `turn` is 0 until it has begun. */
export type Run = { readonly id: string; readonly turn: number };

/** What can happen to a conversation. */
export type ChatEvent =
  | { readonly type: "frame"; readonly frame: ServerFrame }
  | { readonly type: "status"; readonly status: Status }
  | ({ readonly type: "session" } & Pick<SessionEvent, "cause" | "reason">)
  /** The session goes on, here or in another document. */
  | ({ readonly type: "resumed" } & Recalled)
  | { readonly type: "call"; readonly call: CallView }
  /** The client took the user's words, in the place of the last turn's if `replaces` names it. */
  | {
      readonly type: "sent";
      readonly id: string;
      readonly words: string;
      readonly replaces?: string;
    }
  /** The client took a call of the inspector. */
  | { readonly type: "inspecting"; readonly id: string }
  | { readonly type: "asked"; readonly ask: Ask }
  /** Answered, or void. */
  | { readonly type: "settled"; readonly key: number }
  /** The user wants a new conversation. */
  | { readonly type: "cleared" }
  /** Another user, or none any more: nothing of the last one stays. */
  | { readonly type: "left" }
  | { readonly type: "speaking"; readonly speaking: boolean };

/** A conversation before anything happened. */
export const initial: ChatState = {
  status: { status: "connecting" },
  hello: undefined,
  past: [],
  turns: [],
  lost: false,
  start: undefined,
  resetting: false,
  asks: [],
  speaking: false,
  problem: undefined,
  run: undefined,
  contract: undefined,
};

/** The turns as they are shown: what the model no longer remembers, and the rest. */
export function shownOf(state: ChatState): {
  readonly forgotten: readonly Turn[];
  readonly turns: readonly Turn[];
} {
  const { past, turns } = state;
  return state.lost
    ? { forgotten: [...past, ...turns], turns: [] }
    : { forgotten: past, turns };
}

/** Whether a turn runs or was asked for. */
export function isBusy(state: ChatState): boolean {
  return state.run !== undefined || state.turns.some((turn) => isOpen(turn));
}

/** The last turn that the server has taken; only this one can be replaced. */
export function lastTaken(turns: readonly Turn[]): Turn | undefined {
  return turns.findLast((turn) => turn.progress.at !== "refused");
}

/** Whether the server was asked but never took the words of a turn. */
export function wasNotTaken({ progress }: Turn): boolean {
  // Turn 0 is the client's word for a turn that never began.
  return (
    progress.at === "refused" ||
    (progress.at === "ended" && progress.turn === 0)
  );
}

/** Whether a call of the running turn waits for the user. */
export function isAwaiting(state: ChatState): boolean {
  return state.turns.some(
    (turn) =>
      isOpen(turn) &&
      turn.parts.some(
        (part) => part.kind === "call" && part.call.state === "awaiting_user",
      ),
  );
}

/** Whether the answer of a turn can still grow. */
export function isOpen(turn: Turn): boolean {
  return turn.progress.at === "sent" || turn.progress.at === "running";
}
