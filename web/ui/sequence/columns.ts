/** Which bars of calls stand side by side. */

import type { Story } from "./moments.ts";

/** The column of each call by its id, and how many columns there are, at least one. */
export type Columns = {
  readonly of: ReadonlyMap<string, number>;
  readonly count: number;
};

/**
 * Each call gets the first column that is free from its first moment to its
 * last. By moments, not by times: a bar is as long as the rows that it spans.
 */
export function columnsOf(story: Story): Columns {
  const of = new Map<string, number>();
  const at = new Map(story.moments.map((moment, at) => [moment.key, at]));
  const ranges = new Map<string, { from: number; to: number }>();
  for (const span of story.spans) {
    if (span.call === undefined) continue;
    const from = at.get(span.begin) ?? 0;
    const to =
      span.end === undefined
        ? Infinity
        : (at.get(span.end) ?? story.moments.length);
    const known = ranges.get(span.call) ?? { from, to };
    ranges.set(span.call, {
      from: Math.min(known.from, from),
      to: Math.max(known.to, to),
    });
  }
  const busyUntil: number[] = [];
  const inOrder = [...ranges].sort(([, a], [, b]) => a.from - b.from);
  for (const [call, { from, to }] of inOrder) {
    const free = busyUntil.findIndex((until) => until < from);
    const column = free < 0 ? busyUntil.length : free;
    busyUntil[column] = to;
    of.set(call, column);
  }
  return { of, count: Math.max(1, busyUntil.length) };
}
