/** What happened with one call: sent, acknowledged, waited, ended. */

import type { CallView } from "../../client/api.ts";
import {
  bytesOf,
  type Lane,
  type Moment,
  moment,
  type Span,
} from "./moments.ts";
import { endOf } from "./steps.ts";
import type { WaitTrace } from "./trace.ts";

/** No person answers a prompt that fast. */
const answerMs = 100;

/** What surrounds a call. Times as Date.now() counts. */
export type Around = {
  /** Of all calls. */
  readonly waits: readonly WaitTrace[];
  /** When the model asked for the call. */
  readonly asked: number;
  /** The end of the turn, or now. */
  readonly now: number;
  /** The key of the moment that ended the turn; undefined if it goes on. */
  readonly over: string | undefined;
};

/** Moments and spans of a call, in causal order. */
export function callMoments(
  call: CallView,
  around: Around,
): { moments: Moment[]; spans: Span[] } {
  return call.marks.requested === undefined
    ? unsent(call, around)
    : sent(call, call.marks.requested, around);
}

/** A call that the server answered itself. */
function unsent(
  call: CallView,
  { asked, now }: Around,
): { moments: Moment[]; spans: Span[] } {
  const at = endOf(call) ?? now;
  const ms = call.ms ?? 0;
  const key = `unsent-${call.id}`;
  const fact = { kind: "unsent", call, ms } as const;
  return {
    moments: [moment(key, Math.max(asked, at), "server", "server", fact)],
    spans: [],
  };
}

function sent(
  call: CallView,
  requested: number,
  { waits, now, over: turnOver }: Around,
): { moments: Moment[]; spans: Span[] } {
  const { id, marks } = call;
  const moments = [
    moment(`call-${id}`, requested, "server", "browser", {
      kind: "call",
      call,
      bytes: bytesOf(JSON.stringify(call.args) ?? ""),
    }),
  ];
  let at = requested; // no moment is before the one that it follows from
  const next = (time: number): number => (at = Math.max(at, time));

  if (marks.delivered !== undefined) {
    const ms = Math.max(0, marks.delivered - requested);
    const fact = { kind: "got", call, ms } as const;
    const got = next(marks.delivered);
    moments.push(moment(`got-${id}`, got, "browser", "server", fact));
  }
  const end = endOf(call);
  const spans: Span[] = [];
  const result = end === undefined ? undefined : `result-${id}`;
  // Runs from here on, whenever it does not wait.
  let from = { at, key: moments.at(-1)?.key ?? `call-${id}` };
  let ran = 0;
  const common = { lane: "browser", call: id } as const;

  const run = (to: number, key: string | undefined): void => {
    ran += to - from.at;
    spans.push({
      ...common,
      key: `runs-${id}-${spans.length}`,
      kind: "runs",
      from: from.at,
      to,
      open: key === undefined,
      moment: result ?? `call-${id}`,
      begin: from.key,
      ...(key !== undefined && { end: key }),
    });
  };

  waits
    .filter((wait) => wait.call === id && !isNobodys(wait))
    .forEach((wait, index, all) => {
      const asks = `asks-${id}-${index}`;
      const begun = next(wait.from);
      const { waiting } = wait;
      moments.push(
        moment(asks, begun, "browser", "browser", {
          kind: "asks",
          call,
          waiting,
        }),
      );
      if (begun > from.at) run(begun, asks);
      const over = wait.to === undefined ? undefined : next(wait.to);
      const ms = (over ?? now) - begun;
      // A wait that the end of the call cut short was not answered.
      const decided =
        over === undefined || isCut(call, over)
          ? undefined
          : `decided-${id}-${index}`;
      if (decided !== undefined) {
        const allowed = call.state !== "denied" || index < all.length - 1;
        moments.push(
          moment(decided, at, "browser", "browser", {
            kind: "decided",
            call,
            waiting,
            ms,
            allowed,
          }),
        );
      }
      const last = decided ?? (over === undefined ? turnOver : result);
      spans.push({
        ...common,
        key: `waits-${id}-${index}`,
        kind: "waits",
        from: begun,
        to: over ?? now,
        open: last === undefined,
        moment: decided ?? asks,
        begin: asks,
        ...(last !== undefined && { end: last }),
      });
      from = { at, key: last ?? asks };
    });

  if (result !== undefined && end !== undefined) {
    const over = next(end);
    if (from.key !== result) run(over, result);
    const [a, b] = wayOf(call);
    const fact = { kind: "result", call, ms: ran } as const;
    moments.push(moment(result, over, a, b, fact));
  } else if (call.state !== "awaiting_user") {
    run(Math.max(at, now), turnOver);
  }
  return { moments, spans };
}

/** A permission that was there already: the browser asked nobody, and nobody answered. */
function isNobodys({ waiting, from, to }: WaitTrace): boolean {
  return waiting === "permission" && to !== undefined && to - from < answerMs;
}

/** Whether a wait ended because the call did, not by an answer of the user. */
function isCut(call: CallView, over: number): boolean {
  const end = endOf(call);
  if (end === undefined || end > over) return false;
  return (
    call.state === "timed_out" ||
    call.state === "cancelled" ||
    call.state === "interrupted"
  );
}

/** Which way the end of a call went. */
function wayOf(call: CallView): readonly [Lane, Lane] {
  switch (call.code) {
    case "not_delivered":
      return ["server", "server"];
    case "cancelled":
    case "disconnected":
    case "interrupted":
    case "budget":
      return ["browser", "browser"];
    default:
      return ["browser", "server"];
  }
}
