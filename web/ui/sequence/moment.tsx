/** One moment of the drawing. */

import type { Row } from "./geometry.ts";
import { Words } from "./label.tsx";
import { cross, head, shaft } from "./shapes.ts";

/** What can be chosen, and above it what is seen. */
export function MomentView(props: {
  row: Row;
  width: number;
  u: number;
  picked: boolean;
  reachable: boolean;
  onPick: () => void;
}) {
  const { row, width, u, picked, onPick } = props;
  const { moment, said, y, from, to } = row;
  return (
    <>
      <g
        class={`moment${picked ? " is-picked" : ""}`}
        role="option"
        aria-label={said.sentence}
        aria-selected={picked}
        tabindex={props.reachable ? 0 : -1}
        data-moment={moment.key}
        onFocus={onPick}
        onClick={(event) => event.currentTarget.focus()}
        onPointerEnter={(event) => event.pointerType === "mouse" && onPick()}
      >
        <rect
          class="ring"
          x={1.5 * u}
          y={row.top + 1}
          width={width - 3 * u}
          height={row.bottom - row.top - 1}
          rx={8 * u}
        />
      </g>
      <g
        class={`ink from-${moment.from}${row.quiet ? " is-low" : ""}${said.fault ? " is-fault" : ""}`}
        aria-hidden="true"
      >
        {from === to ? (
          <Mark row={row} u={u} />
        ) : (
          <>
            <path class="shaft" d={shaft(from, to, y, row.gap)} />
            <path class="tip" d={head(from, to, y, (row.quiet ? 5 : 7) * u)} />
          </>
        )}
        {row.labels.map((label) => (
          <Words key={`${label.kind}${label.y}`} label={label} />
        ))}
      </g>
    </>
  );
}

function Mark(props: { row: Row; u: number }) {
  const { row, u } = props;
  return row.said.fault ? (
    <path class="cross" d={cross(row.from, row.y, 4 * u)} />
  ) : (
    <circle class="dot" cx={row.from} cy={row.y} r={4 * u} />
  );
}
