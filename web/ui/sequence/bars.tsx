/** What goes on for a while: thinking, writing, running, and waiting for the user. */

import { Words } from "./label.tsx";
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
        const picked = span.moment === props.picked ? " is-picked" : "";
        return (
          <g key={span.key} class={`bar bar-${span.kind}${picked}`}>
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
            {label !== undefined && <Words label={label} />}
          </g>
        );
      })}
    </>
  );
}
