/** The lanes that everything in a drawing hangs on, from left to right. */

import { columnsOf } from "./columns.ts";
import { type Canvas, sizes } from "./geometry.ts";
import type { Lane, Moment, Story } from "./moments.ts";

/** Where the lanes are. */
export type Lanes = {
  readonly x: { readonly [L in Lane]: number };
  /** Where there ends and here begins. */
  readonly border: number;
  /** The width for times beside the lanes; 0 if there is no room for them. */
  readonly margin: number;
  /** For words between two lanes. */
  readonly room: number;
  /** The width of a bar of a call. */
  readonly bar: number;
  /** The middle of a call's bar; calls that run side by side have their own. */
  ofCall(call: string): number;
};

/** The lanes for a story. */
export function lanesOf(story: Story, canvas: Canvas): Lanes {
  const { width, em, measure } = canvas;
  const u = em / 16;
  const roomy = width >= 30 * em;
  const clock = measure(canvas.clock(story.ms), sizes.fact * u, 400);
  const margin = roomy ? Math.max(44 * u, clock + 20 * u) : 0;
  const edge = Math.max(26 * u, (width - margin) * 0.075);
  const name = measure(canvas.browser, sizes.label * u, 600);

  const columns = columnsOf(story);
  const most = Math.min(columns.count * sizes.column * u, width * 0.28);
  const pitch = most / columns.count;
  const outer = Math.max(
    edge + most - pitch,
    roomy ? name / 2 + 12 * u : 0, // the name stands right over its lane
  );

  const model = margin + edge;
  const browser = width - outer;
  const server = (model + browser) / 2;
  return {
    x: { model, server, browser },
    border: (server + browser) / 2,
    margin,
    room: server - model - (sizes.bar + 12) * u,
    bar: Math.min(sizes.bar * u, pitch * 0.8),
    ofCall: (call) => browser + (columns.of.get(call) ?? 0) * pitch,
  };
}

/** Where a moment is on a lane. */
export function placeOf(lanes: Lanes, lane: Lane, moment: Moment): number {
  return lane === "browser" && "call" in moment.fact
    ? lanes.ofCall(moment.fact.call.id)
    : lanes.x[lane];
}
