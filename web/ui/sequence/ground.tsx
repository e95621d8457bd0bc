/** What everything is drawn upon. */

import type { Drawing } from "./geometry.ts";

/** Two places, three lanes, and how long the server is at it. */
export function Ground(props: { drawing: Drawing; u: number }) {
  const { drawing, u } = props;
  const { height, lanes, life } = drawing;
  return (
    <>
      <Places drawing={drawing} u={u} y={-20 * u} height={height + 20 * u} />
      {(["model", "server", "browser"] as const).map((lane) => (
        <line
          key={lane}
          class={`lane lane-${lane}`}
          x1={lanes[lane]}
          x2={lanes[lane]}
          y1={0}
          y2={height}
        />
      ))}
      <rect
        class="life"
        x={lanes.server - 3 * u}
        y={life.y}
        width={6 * u}
        height={Math.max(0, life.height)}
        rx={3 * u}
      />
    </>
  );
}

/** There and here, as soft grounds that end at a border. */
export function Places(props: {
  drawing: Drawing;
  u: number;
  y: number;
  height: number;
}) {
  const { drawing, u, y, height } = props;
  const { width, border, lanes, margin } = drawing;
  const slit = 3 * u;
  const rtl = lanes.browser < lanes.model;
  const [left, right] = rtl
    ? (["place-here", "place-there"] as const)
    : (["place-there", "place-here"] as const);
  const start = rtl ? 0 : margin;
  const end = rtl ? width - margin : width;
  const common = { y, height, rx: 14 * u };
  return (
    <>
      <rect class={left} x={start} width={border - slit - start} {...common} />
      <rect
        class={right}
        x={border + slit}
        width={end - border - slit}
        {...common}
      />
    </>
  );
}
