/** What goes on for a while: thinking, writing, running, and waiting for the user. */

import type { Bar } from "./geometry.ts";
import { hatch } from "./shapes.ts";

/** The bars of a drawing; those of the picked moment stand out. `u`: a 16th of the font size. */
export function Bars(props: {
  bars: readonly Bar[];
  picked: string | undefined;
  u: number;
}) {
  const { u } = props;
  return (
    <>
      {props.bars.map((bar) => {
        const { span, x, y, width, height, label } = bar;
        const state = `${span.open ? " open" : ""}${span.moment === props.picked ? " picked" : ""}`;
        return (
          <g key={span.key} class={`bar ${span.kind}${state}`}>
            <rect
              class="fill"
              x={x}
              y={y}
              width={width}
              height={height}
              rx={3 * u}
            />
            {span.kind === "waits" && (
              <path class="hatch" d={hatch(x, y, width, height, 5 * u)} />
            )}
            {label !== undefined && (
              <text
                class={label.kind}
                x={label.x}
                y={label.y}
                text-anchor={label.anchor}
              >
                {label.text}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
