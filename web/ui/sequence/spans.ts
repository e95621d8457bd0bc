/** Bars for what goes on between two rows. */

import {
  type Bar,
  type Canvas,
  type Label,
  type Row,
  sizes,
} from "./geometry.ts";
import type { Lanes } from "./lanes.ts";
import type { Span, Story } from "./moments.ts";

/** What bars are drawn between. */
export type Field = {
  readonly story: Story;
  readonly canvas: Canvas;
  readonly lanes: Lanes;
  readonly rows: readonly Row[];
  /** Where the drawing ends, or where now is. */
  readonly end: number;
  readonly breaks: readonly number[];
};

/** The bars of a story's spans. */
export function barsOf(field: Field): Bar[] {
  const { story, canvas, lanes, rows, end } = field;
  const u = canvas.em / 16;
  const rowAt = new Map(rows.map((row, at) => [row.moment.key, at]));
  return story.spans.flatMap((span): Bar[] => {
    const begin = rowAt.get(span.begin);
    const over = span.end === undefined ? rows.length : rowAt.get(span.end);
    if (begin === undefined || over === undefined || over <= begin) return [];
    const inside = rows.slice(begin, over + 1);
    // Writing begins where thinking ends.
    const edge = span.kind === "writes" ? "last" : "first";
    const top = heightAt(field, inside, span.from, edge);
    const bottom = span.open ? end : heightAt(field, inside, span.to, "last");
    const width = span.call === undefined ? sizes.bar * u : lanes.bar;
    const middle =
      span.call === undefined ? lanes.x[span.lane] : lanes.ofCall(span.call);
    const label = labelOf(field, span, inside, top, bottom);
    return [
      {
        span,
        x: middle - width / 2,
        y: top,
        width,
        height: Math.max(2 * u, bottom - top),
        ...(label !== undefined && { label }),
      },
    ];
  });
}

/** Where a time is between rows; of several rows of that time at the first or the last. */
function heightAt(
  { story, end }: Field,
  rows: readonly Row[],
  at: number,
  which: "first" | "last",
): number {
  const same = rows.filter((row) => row.moment.at === at);
  const exact = which === "first" ? same[0] : same.at(-1);
  if (exact !== undefined) return exact.y;
  const points = rows.map((row) => ({ at: row.moment.at, y: row.y }));
  const after = points.find((point) => point.at > at) ?? {
    at: story.ms,
    y: end,
  };
  const before = points.findLast((point) => point.at < at) ?? after;
  if (after.at <= before.at) return before.y;
  const part = Math.min(1, (at - before.at) / (after.at - before.at));
  return before.y + part * (after.y - before.y);
}

/**
 * A word beside the lane, in the first gap of the span that is high enough. Of
 * calls side by side only those that stand on the lane have one.
 */
function labelOf(
  { canvas, lanes, end, breaks }: Field,
  span: Span,
  rows: readonly Row[],
  top: number,
  bottom: number,
): Label | undefined {
  const u = canvas.em / 16;
  const size = sizes.fact * u;
  const lane = lanes.x[span.lane];
  if (span.call !== undefined && lanes.ofCall(span.call) !== lane) return;
  const text = canvas
    .spanWords(span)
    .find((words) => canvas.measure(words, size, 400) <= lanes.room);
  if (text === undefined) return;
  for (const [at, row] of rows.entries()) {
    const from = Math.max(row.bottom, top);
    const next = rows[at + 1]?.top ?? end;
    const torn = breaks.find((y) => y > from && y < next);
    const to = Math.min(next, bottom, (torn ?? Infinity) - 5 * u);
    if (to - from < size * 1.3) continue;
    const inward = span.lane === "browser" ? -1 : 1;
    return {
      text,
      x: lane + inward * (sizes.bar / 2 + 9) * u,
      y: (from + to) / 2 + size * 0.35,
      anchor: inward < 0 ? "end" : "start",
      kind: "small",
    };
  }
  return undefined;
}
