/**
 * The conversation as data to draw: what each event of the client makes of the
 * turns so far. Pure. The page of Farhand itself has a larger one in web/ui,
 * which also knows times; this one is what fits beside somebody's React.
 */

import type {
  CallView,
  Events,
  ResumedEvent,
  SessionEvent,
} from "../client/api.ts";
import type {
  NoticePart,
  ServerFrame,
  StepPart,
  TextPart,
} from "../gen/protocol.ts";

type Frame<T extends ServerFrame["type"]> = Extract<ServerFrame, { type: T }>;

/** One call; all of its view if it came while this page was there. */
export type Call = Pick<CallView, "id" | "name" | "step" | "args" | "state"> &
  Partial<CallView>;

/** What a turn consists of, in order of arrival. */
export type Part =
  | Readonly<TextPart>
  | ({ readonly kind: "call" } & Call)
  /** Of turns that began in another document only; else see `Client.on`. */
  | Readonly<NoticePart>
  | Readonly<StepPart>;

/** How a turn ended: by `reason`, or by `code` and `message` if the server did not take the words. */
export type End = Partial<
  Pick<Frame<"turn_end">, "reason" | "error"> &
    Pick<Frame<"error">, "code" | "message" | "retryAfterMs">
>;

/** The person's words and what came of them. */
export type Turn = {
  /** Of the message, unique in the document: a key for lists, and for `replaces`. */
  readonly id: string;
  /** The person's words. */
  readonly text: string;
  /** The server's number; 0 until it begins; -1: its session is lost, the model does not know of it. */
  readonly turn: number;
  readonly parts: readonly Part[];
  /** Absent: it goes on. */
  readonly end?: End;
  /** The id of the turn that goes once this one begins. */
  readonly replaces?: string;
};

type Follow<T extends keyof Events> = (
  turns: readonly Turn[],
  event: Events[T],
) => readonly Turn[];

/** An event that changes the turn that it is about, and no other one. */
const about =
  <E extends object>(change: (turn: Turn, event: E) => Partial<Turn>) =>
  (turns: readonly Turn[], event: E): readonly Turn[] => {
    const { turn, user, ref } = event as Partial<
      Frame<"turn_start"> & Frame<"error">
    >;
    // Turn 0 is the client's word for one that never began.
    const found = turns.findLast(
      (one) => one.turn === turn || one.id === (user ?? ref),
    );
    if (!found) return turns;
    const next = { ...found, ...change(found, event) };
    return put(turns, (one) => one === found, next).filter(
      ({ id }) => !next.turn || id !== next.replaces,
    );
  };

const words = about(
  ({ parts }, { type, step, delta }: Frame<"text" | "reasoning">) => {
    const last = parts.at(-1);
    const goesOn = last?.kind === type && last.step === step;
    const text = (goesOn ? last.text : "") + delta;
    return {
      parts: put(parts, (part) => goesOn && part === last, {
        kind: type,
        step,
        text,
      }),
    };
  },
);

/** The turns after an event: each that changes them, or what is drawn beside them. */
export const after: { readonly [T in keyof Events]?: Follow<T> } = {
  turn_start: about((_, { turn }) => ({ turn })),
  text: words,
  reasoning: words,
  retract: about(({ parts }, { step }) => ({
    parts: parts.filter((part) => (part as TextPart).step !== step),
  })),
  view: about(({ parts }, call) => ({
    parts: put(parts, (part) => (part as Call).id === call.id, {
      ...call,
      kind: "call",
    }),
  })),
  turn_end: about((_, end) => ({ end })),
  error: about((_, end) => ({ end })),
  session: (turns, { cause, reason }) =>
    cause === "reconnected" && reason !== "subject"
      ? turns.map((turn) => ({ ...turn, turn: -1 }))
      : [],
  subject: () => [],
  // Reset, closed or signed out: nobody else must see what was said before.
  stopped: (turns, { by }) => (by === "stop" ? turns : []),
  // What the server has left out, or never took, stays.
  resumed: (turns, { snapshot }) =>
    snapshot.turns.reduce(
      (all, { user, ...turn }) =>
        put(all, ({ id }) => id === user.id, { ...turn, ...user }),
      turns,
    ),
  status: (turns) => turns,
  hello: (turns) => turns,
};

/** With `next` in the place of what `is` it, or at the end. */
function put<T>(
  list: readonly T[],
  is: (one: T) => boolean,
  next: T,
): readonly T[] {
  return list.some(is)
    ? list.map((one) => (is(one) ? next : one))
    : [...list, next];
}
