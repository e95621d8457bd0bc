/** The names of the lanes. */

import type { Texts } from "../strings/texts.ts";
import { Places } from "./ground.tsx";
import type { Measure } from "./fit.ts";
import type { Drawing } from "./geometry.ts";
import type { Lane } from "./moments.ts";

const icons: { readonly [L in Lane]: string } = {
  model:
    "M10 2.5c.6 4.4 3 6.9 7.5 7.5-4.5.6-6.9 3.1-7.5 7.5-.6-4.4-3-6.9-7.5-7.5 4.5-.6 6.9-3.1 7.5-7.5Z",
  server:
    "M4.5 3.5h11a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-3.5a1 1 0 0 1 1-1ZM4.5 11h11a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-3.5a1 1 0 0 1 1-1ZM6.5 6.25h.01M6.5 13.75h.01M9.5 6.25h4M9.5 13.75h4",
  browser:
    "M4 3.5h12a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5v-10a1.5 1.5 0 0 1 1.5-1.5ZM2.5 7.5h15M5.2 5.5h.01M7.2 5.5h.01",
};

/** A picture of its own, so that it can stay while the moments scroll. */
export function Heads(props: {
  t: Texts;
  drawing: Drawing;
  em: number;
  measure: Measure;
  model: string;
}) {
  const { t, drawing, em, measure } = props;
  const { width, lanes } = drawing;
  const u = em / 16;
  const height = 72 * u;
  const names = t.sequence.lanes;
  const below: { readonly [L in Lane]: string } = {
    model: props.model,
    server: "",
    browser: t.sequence.you,
  };
  // A name stands over its lane, or as near as the edge lets it.
  const within = (x: number, text: string, size: number, weight: 400 | 600) => {
    const half = measure(text, size, weight) / 2 + 10 * u;
    return Math.min(width - half, Math.max(half, x));
  };
  return (
    <svg
      class="heads"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      focusable="false"
    >
      <Places drawing={drawing} u={u} y={0} height={height + 20 * u} />
      {(["model", "server", "browser"] as const).map((lane) => (
        <g key={lane} class={`lane-${lane}`}>
          <svg
            x={lanes[lane] - 9 * u}
            y={10 * u}
            width={18 * u}
            height={18 * u}
            viewBox="0 0 20 20"
          >
            <path class="glyph" d={icons[lane]} />
          </svg>
          <text
            class="text-name"
            x={within(lanes[lane], names[lane], 13 * u, 600)}
            y={44 * u}
            text-anchor="middle"
          >
            {names[lane]}
          </text>
          {below[lane] !== "" && (
            <text
              class="text-small"
              x={within(lanes[lane], below[lane], 11.5 * u, 400)}
              y={59 * u}
              text-anchor="middle"
            >
              {below[lane]}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
