/**
 * Turns in stretches of a few. A stretch that is complete and far from what is
 * on the screen is neither laid out nor drawn (content-visibility), and can be
 * found in the page all the same. Stretches and not turns, since the browser
 * looks at each such element before each frame.
 */

import type { VNode } from "preact";
import type { Turn } from "../state.ts";

const length = 10;

/** `children` shows one turn; its key is the turn's id. */
export function Stretches(props: {
  turns: readonly Turn[];
  children: (turn: Turn) => VNode;
}) {
  const { turns, children } = props;
  const stretches: VNode[] = [];
  for (let from = 0; from < turns.length; from += length) {
    const stretch = turns.slice(from, from + length);
    // The last one grows, and is where the reader is.
    const whole = from + length < turns.length;
    stretches.push(
      <div key={from} class={`stretch ${whole ? "whole" : ""}`}>
        {stretch.map((turn) => children(turn))}
      </div>,
    );
  }
  return <>{stretches}</>;
}
