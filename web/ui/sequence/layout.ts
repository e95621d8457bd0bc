/**
 * From a story to its drawing: three lanes, time downward, an arrow for each
 * moment between two lanes, a mark for each that stays on one, bars for what
 * goes on. Pure: it measures text with what it is given.
 *
 * Each moment is a row of its own, so that no two labels meet, whatever
 * happened at the same time. Calls that run side by side have bars side by side.
 */

import type { Canvas, Drawing, Label, Row } from "./geometry.ts";
import { lanesOf } from "./lanes.ts";
import type { Story } from "./moments.ts";
import { rowOf, timed, timeLabel } from "./rows.ts";
import { gapOf } from "./scale.ts";
import { barsOf } from "./spans.ts";

/** The drawing of a story. */
export function layout(story: Story, canvas: Canvas): Drawing {
  const u = canvas.em / 16;
  const lanes = lanesOf(story, canvas);
  const rows: Row[] = [];
  const breaks: number[] = [];
  let y = 6 * u;
  let before = 0;
  const pass = (at: number): void => {
    const gap = gapOf(at - before);
    if (gap.broken) breaks.push(y + (gap.height * u) / 2);
    y += gap.height * u;
    before = at;
  };
  for (const moment of story.moments) {
    pass(moment.at);
    const row = rowOf(moment, y, canvas, lanes);
    rows.push(row);
    y = row.bottom;
  }
  if (story.open) {
    pass(story.ms);
    y += 14 * u; // what still goes on is seen to go on
  }
  const first = rows[0]?.y ?? 0;
  const last = story.open ? y : (rows.at(-1)?.y ?? first);
  const drawing: Drawing = {
    width: canvas.width,
    height: y + 10 * u,
    lanes: lanes.x,
    border: lanes.border,
    margin: lanes.margin,
    life: { y: first, height: last - first },
    rows: timed(rows, canvas, lanes),
    bars: barsOf({ story, canvas, lanes, rows, end: y, breaks }),
    breaks,
    now:
      story.open && lanes.margin > 0
        ? timeLabel(canvas.now, y, canvas, lanes)
        : undefined,
  };
  return canvas.direction === "rtl" ? mirrored(drawing) : drawing;
}

/** The same from right to left. */
function mirrored(drawing: Drawing): Drawing {
  const { width } = drawing;
  const flip = (x: number): number => width - x;
  const label = (label: Label): Label => ({ ...label, x: flip(label.x) });
  return {
    ...drawing,
    lanes: {
      model: flip(drawing.lanes.model),
      server: flip(drawing.lanes.server),
      browser: flip(drawing.lanes.browser),
    },
    border: flip(drawing.border),
    now: drawing.now === undefined ? undefined : label(drawing.now),
    rows: drawing.rows.map((row) => ({
      ...row,
      from: flip(row.from),
      to: flip(row.to),
      ...(row.gap !== undefined && {
        gap: { from: flip(row.gap.to), to: flip(row.gap.from) },
      }),
      labels: row.labels.map(label),
    })),
    bars: drawing.bars.map((bar) => ({
      ...bar,
      x: flip(bar.x + bar.width),
      ...(bar.label !== undefined && { label: label(bar.label) }),
    })),
  };
}
