/** How calls stand: their clocks and what is wrong with them. Pure. */

import type { CallView } from "../../client/api.ts";
import { isCallOpen } from "../calls/open.ts";
import type { Entry } from "./watch.ts";

/** The clocks of a call in milliseconds; a limit is undefined where its frame is no longer kept. */
export type Clocks = {
  readonly ownMs: number;
  readonly userMs: number;
  readonly ownLimitMs: number | undefined;
  readonly userLimitMs: number | undefined;
};

/** What a person should look at. */
export type Mark =
  /** Ended here; the server has not said so. */
  | "unconfirmed"
  /** Open, and its turn is over. */
  | "orphaned"
  /** A nack: settled, the answer came too late. */
  | "late"
  /** A nack: the server knows no such call. */
  | "unknown";

/**
 * The clocks as docs/protocol.md has them: the own one runs from the arrival,
 * except while the call waits for its user.
 */
export function clocksOf(
  call: CallView,
  entries: readonly Entry[],
  now: number,
): Clocks {
  const about = entries.filter(({ frame }) => frame?.["id"] === call.id);
  const asked = about.find(({ type }) => type === "tool_call");
  const start = call.marks.requested ?? asked?.at ?? now;
  const end = isCallOpen(call) ? now : (call.marks[call.state] ?? now);
  let ownMs = 0;
  let userMs = 0;
  let since = start;
  let waits = false;
  const turnTo = (next: boolean, at: number): void => {
    if (waits) userMs += at - since;
    else ownMs += at - since;
    since = at;
    waits = next;
  };
  for (const { type, sent, frame, at } of about) {
    if (type !== "tool_state" || !sent || at > end) continue;
    turnTo(frame?.["state"] === "awaiting_user", at);
  }
  turnTo(false, Math.max(since, end));
  const limit = (name: string): number | undefined => {
    const value = asked?.frame?.[name];
    return typeof value === "number" ? value : undefined;
  };
  return {
    ownMs,
    userMs,
    ownLimitMs: limit("timeoutMs"),
    userLimitMs: limit("userTimeoutMs"),
  };
}

/** What is wrong with a call. */
export function marksOf(call: CallView, entries: readonly Entry[]): Mark[] {
  const marks: Mark[] = [];
  const open = isCallOpen(call);
  if (!open && !call.confirmed) marks.push("unconfirmed");
  const over = entries.some(
    ({ type, frame }) => type === "turn_end" && frame?.["turn"] === call.turn,
  );
  if (open && over) marks.push("orphaned");
  for (const { type, frame } of entries) {
    if (type !== "nack" || frame?.["id"] !== call.id) continue;
    marks.push(frame["reason"] === "settled" ? "late" : "unknown");
  }
  return [...new Set(marks)];
}
