/** Words in the drawing. */

import type { Label } from "./geometry.ts";

/** Text at its place. */
export function Words(props: { label: Label }) {
  const { text, x, y, anchor, kind } = props.label;
  return (
    <text class={`text-${kind}`} x={x} y={y} text-anchor={anchor}>
      {text}
    </text>
  );
}
