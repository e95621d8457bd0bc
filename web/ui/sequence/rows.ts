/** One row for each moment: an arrow or a mark, with its words. */

import { joinFacts, wrap } from "./fit.ts";
import { type Canvas, type Label, type Row, sizes } from "./geometry.ts";
import { type Lanes, placeOf } from "./lanes.ts";
import type { Moment } from "./moments.ts";

/** The row of a moment, from `top` downward. */
export function rowOf(
  moment: Moment,
  top: number,
  canvas: Canvas,
  lanes: Lanes,
): Row {
  if (moment.from === moment.to) return markRow(moment, top, canvas, lanes);
  return moment.fact.kind === "got"
    ? quietRow(moment, top, canvas, lanes)
    : arrowRow(moment, top, canvas, lanes);
}

/** A word inside of the arrow: low, as there is one for each call. */
function quietRow(
  moment: Moment,
  top: number,
  canvas: Canvas,
  lanes: Lanes,
): Row {
  const u = canvas.em / 16;
  const said = canvas.say(moment);
  const size = sizes.fact * u;
  const measure = (text: string): number => canvas.measure(text, size, 400);
  const [text = ""] = wrap(said.label, lanes.room * 0.7, 1, measure);
  const ends = endsOf(moment, canvas, lanes);
  const x = (lanes.x[moment.from] + lanes.x[moment.to]) / 2;
  const y = top + 3 * u + size / 2;
  const half = measure(text) / 2 + 5 * u;
  return {
    moment,
    said,
    quiet: true,
    top,
    bottom: y + size / 2 + 4 * u,
    y,
    ...ends,
    gap: { from: x - half, to: x + half },
    labels: [{ text, x, y: y + size * 0.35, anchor: "middle", kind: "small" }],
  };
}

/** Where the shaft of an arrow begins and ends: at the bars, not at the lanes. */
function endsOf(
  moment: Moment,
  canvas: Canvas,
  lanes: Lanes,
): { from: number; to: number } {
  const u = canvas.em / 16;
  const half = (sizes.bar / 2) * u;
  const way = Math.sign(lanes.x[moment.to] - lanes.x[moment.from]);
  return {
    from: placeOf(lanes, moment.from, moment) + way * half,
    to: placeOf(lanes, moment.to, moment) - way * (half + u),
  };
}

/** Words above the arrow, quiet facts below it, both in its middle. */
function arrowRow(
  moment: Moment,
  top: number,
  canvas: Canvas,
  lanes: Lanes,
): Row {
  const u = canvas.em / 16;
  const { label, facts, ...common } = wordsOf(moment, canvas, lanes);
  const x = (lanes.x[moment.from] + lanes.x[moment.to]) / 2;
  const first = top + 5 * u + label.size;
  const y = first + (label.lines.length - 1) * label.leading + 7 * u;
  const labels: Label[] = label.lines.map((text, at) => ({
    text,
    x,
    y: first + at * label.leading,
    anchor: "middle",
    kind: "label",
  }));
  if (facts.text !== "") {
    const { text, size } = facts;
    const under = y + size + 3 * u;
    labels.push({ text, x, y: under, anchor: "middle", kind: "fact" });
  }
  return {
    ...common,
    top,
    bottom: y + (facts.text === "" ? 4 * u : facts.size + 10 * u),
    y,
    ...endsOf(moment, canvas, lanes),
    labels,
  };
}

/** Words beside the lane, on the side where there is room. */
function markRow(
  moment: Moment,
  top: number,
  canvas: Canvas,
  lanes: Lanes,
): Row {
  const u = canvas.em / 16;
  const { label, facts, ...common } = wordsOf(moment, canvas, lanes);
  const inward = moment.from === "browser" ? -1 : 1;
  const x = lanes.x[moment.from] + inward * (sizes.bar / 2 + 9) * u;
  const anchor = inward < 0 ? "end" : "start";

  const first = top + 5 * u + label.size;
  const labels: Label[] = label.lines.map((text, at) => ({
    text,
    x,
    y: first + at * label.leading,
    anchor,
    kind: "label",
  }));
  let last = first + (label.lines.length - 1) * label.leading;
  if (facts.text !== "") {
    last += facts.size + 4 * u;
    labels.push({ text: facts.text, x, y: last, anchor, kind: "fact" });
  }
  const place = placeOf(lanes, moment.from, moment);
  return {
    ...common,
    top,
    bottom: last + 8 * u,
    y: first - label.size * 0.35,
    from: place,
    to: place,
    labels,
  };
}

/** The words of a row, cut to the room between two lanes. */
function wordsOf(moment: Moment, canvas: Canvas, lanes: Lanes) {
  const { em, measure } = canvas;
  const u = em / 16;
  const said = canvas.say(moment);
  const { room } = lanes;
  const size = sizes.label * u;
  const small = sizes.fact * u;
  return {
    moment,
    said,
    quiet: false,
    label: {
      lines: wrap(said.label, room, 2, (text) => measure(text, size, 400)),
      size,
      leading: size * 1.3,
    },
    facts: {
      text: joinFacts(said.facts, room, (text) => measure(text, small, 400)),
      size: small,
    },
  };
}

/** Writes times into the margin, where they differ from the one above. */
export function timed(
  rows: readonly Row[],
  canvas: Canvas,
  lanes: Lanes,
): Row[] {
  if (lanes.margin === 0) return [...rows];
  const u = canvas.em / 16;
  let shown = "";
  let last = -Infinity;
  return rows.map((row) => {
    const text = canvas.clock(row.moment.at);
    if (text === shown || row.y - last < 14 * u) return row;
    shown = text;
    last = row.y;
    const label = timeLabel(text, row.y, canvas, lanes);
    return { ...row, labels: [...row.labels, label] };
  });
}

/** A time in the margin beside a height. */
export function timeLabel(
  text: string,
  y: number,
  canvas: Canvas,
  lanes: Lanes,
): Label {
  const u = canvas.em / 16;
  return {
    text,
    x: lanes.margin - 10 * u,
    y: y + sizes.fact * u * 0.35,
    anchor: "end",
    kind: "time",
  };
}
