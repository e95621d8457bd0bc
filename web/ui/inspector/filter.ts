/** Which frames are shown, and what names one. Pure. */

import type { InspectorStrings } from "../strings/inspector/en.ts";
import type { Texts } from "../strings/texts.ts";
import type { Entry } from "./watch.ts";

/** Which direction is shown. */
export type Ways = "both" | "sent" | "received";

/** Heartbeats in a row, as one line. */
export type Fold = {
  readonly key: string;
  /** Of the first. */
  readonly at: number;
  readonly beats: number;
};

/** The frames that fit, with heartbeats folded unless they are wanted. */
export function matching(
  entries: readonly Entry[],
  wanted: {
    readonly query: string;
    readonly ways: Ways;
    readonly beats: boolean;
  },
): (Entry | Fold)[] {
  const query = wanted.query.trim().toLowerCase();
  const rows: (Entry | Fold)[] = [];
  for (const entry of entries) {
    if (wanted.ways !== "both" && entry.sent !== (wanted.ways === "sent")) {
      continue;
    }
    if (query !== "" && !names(entry).some((name) => name.includes(query))) {
      continue;
    }
    const last = rows.at(-1);
    if (wanted.beats || entry.type !== "heartbeat") rows.push(entry);
    else if (last !== undefined && "beats" in last) {
      rows[rows.length - 1] = { ...last, beats: last.beats + 1 };
    } else rows.push({ key: `beats-${entry.key}`, at: entry.at, beats: 1 });
  }
  return rows;
}

/** The call or the turn that a frame is about, with its state or code; "" if there is none. */
export function idOf(t: Texts, words: InspectorStrings, entry: Entry): string {
  const { id, ref, turn, state, code, reason } = entry.frame ?? {};
  const what =
    typeof id === "string"
      ? id
      : typeof ref === "string"
        ? ref
        : typeof turn === "number"
          ? words.frames.turn(t.format.number(turn))
          : "";
  const how = [state, code, reason].filter((one) => typeof one === "string");
  return [what, ...how].filter((one) => one !== "").join(" · ");
}

/** What the filter looks at: never the content. */
function names(entry: Entry): string[] {
  const { id, ref, turn, name, state, code, reason } = entry.frame ?? {};
  return [entry.type, id, ref, turn, name, state, code, reason]
    .filter((one) => typeof one === "string" || typeof one === "number")
    .map((one) => String(one).toLowerCase());
}
