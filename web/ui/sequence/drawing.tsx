/** The drawing of a turn: names of the lanes, which stay in sight, and what happened below. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Texts } from "../strings/texts.ts";
import { Bars } from "./bars.tsx";
import { useRoom } from "./hooks.ts";
import type { Drawing, Label, Row } from "./geometry.ts";
import { layout } from "./layout.ts";
import { Heads } from "./heads.tsx";
import type { Story } from "./moments.ts";
import { cross, head, shaft, tear } from "./shapes.ts";
import { type Speaker, spanWords } from "./words.ts";

/** What the drawing and the list have in common. */
export type Picked = {
  /** The key of the moment that is told about; undefined: none. */
  readonly key: string | undefined;
  readonly pick: (key: string | undefined) => void;
};

/**
 * A list box of moments: arrow keys, Home and End go from one to the next, and
 * each is named by its sentence.
 */
export function DrawingView(props: {
  t: Texts;
  story: Story;
  say: Speaker;
  /** The name of the model. */
  model: string;
  picked: Picked;
}) {
  const { t, story, say, picked } = props;
  const place = useRef<HTMLDivElement>(null);
  const { width, em, measure } = useRoom(place);
  const drawing =
    width === 0
      ? undefined
      : layout(story, {
          width,
          em,
          direction: t.direction,
          measure,
          say,
          spanWords: (span) => spanWords(t, span),
          clock: t.format.clock,
          browser: t.sequence.lanes.browser,
          now: t.sequence.now,
        });
  return (
    <div class="drawing" ref={place}>
      {drawing !== undefined && (
        <>
          <Heads
            t={t}
            drawing={drawing}
            em={em}
            measure={measure}
            model={props.model}
          />
          <Moments t={t} drawing={drawing} em={em} picked={picked} />
        </>
      )}
    </div>
  );
}

function Moments(props: {
  t: Texts;
  drawing: Drawing;
  em: number;
  picked: Picked;
}) {
  const { t, drawing, em, picked } = props;
  const { width, height, rows } = drawing;
  const u = em / 16;
  const box = useRef<SVGSVGElement>(null);
  const at = rows.findIndex((row) => row.moment.key === picked.key);

  function pressed(event: KeyboardEvent): void {
    const all = [
      ...(box.current?.querySelectorAll<SVGGElement>("[role=option]") ?? []),
    ];
    const from = all.findIndex((option) => option === event.target);
    const to: { readonly [key: string]: number } = {
      ArrowDown: from + 1,
      ArrowUp: Math.max(0, from - 1),
      Home: 0,
      End: all.length - 1,
    };
    const index = to[event.key];
    if (index === undefined) return;
    event.preventDefault();
    all[index]?.focus();
  }

  return (
    <svg
      ref={box}
      class="moments"
      role="listbox"
      aria-label={`${t.sequence.name}. ${t.sequence.keys}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      onKeyDown={pressed}
    >
      <g aria-hidden="true">
        <Ground drawing={drawing} u={u} />
        <Bars bars={drawing.bars} picked={picked.key} u={u} />
        {drawing.now !== undefined && <Words label={drawing.now} />}
        {drawing.breaks.map((y) => (
          <g key={y}>
            <path class="torn" d={tear(width, y, 10 * u)} />
            <path class="tear" d={tear(width, y - 3 * u, 10 * u)} />
            <path class="tear" d={tear(width, y + 3 * u, 10 * u)} />
          </g>
        ))}
      </g>
      {rows.map((row, index) => (
        <MomentView
          key={row.moment.key}
          row={row}
          width={width}
          u={u}
          picked={index === at}
          reachable={at < 0 ? index === 0 : index === at}
          onPick={() => picked.pick(row.moment.key)}
        />
      ))}
    </svg>
  );
}

/** Two places, three lanes, and how long the server is at it. */
function Ground(props: { drawing: Drawing; u: number }) {
  const { drawing, u } = props;
  const { height, lanes, life } = drawing;
  return (
    <>
      <Places drawing={drawing} u={u} y={-20 * u} height={height + 20 * u} />
      {(["model", "server", "browser"] as const).map((lane) => (
        <line
          key={lane}
          class={`lane ${lane}`}
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
    ? (["here", "there"] as const)
    : (["there", "here"] as const);
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

function MomentView(props: {
  row: Row;
  width: number;
  u: number;
  picked: boolean;
  reachable: boolean;
  onPick: () => void;
}) {
  const { row, width, u, picked, onPick } = props;
  const { moment, said, y, from, to } = row;
  const classes = [
    "moment",
    `from-${moment.from}`,
    moment.fact.kind,
    row.quiet ? "quiet" : "",
    said.fault ? "fault" : "",
    picked ? "picked" : "",
  ];
  return (
    <g
      class={classes.filter((name) => name !== "").join(" ")}
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
      {from === to ? (
        <Mark row={row} u={u} />
      ) : (
        <>
          <path class="shaft" d={shaft(from, to, y, row.gap)} />
          <path class="head" d={head(from, to, y, (row.quiet ? 5 : 7) * u)} />
        </>
      )}
      {row.labels.map((label) => (
        <Words key={`${label.kind}${label.y}`} label={label} />
      ))}
    </g>
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

/** Text at its place. */
export function Words(props: { label: Label; class?: string }) {
  const { text, x, y, anchor, kind } = props.label;
  return (
    <text class={props.class ?? kind} x={x} y={y} text-anchor={anchor}>
      {text as ComponentChildren}
    </text>
  );
}
