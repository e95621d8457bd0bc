/** The drawing of a turn: names of the lanes, which stay in sight, and what happened below. */

import { useRef } from "preact/hooks";
import type { Texts } from "../strings/texts.ts";
import { Bars } from "./bars.tsx";
import { useRoom } from "./hooks.ts";
import type { Drawing } from "./geometry.ts";
import { Ground } from "./ground.tsx";
import { layout } from "./layout.ts";
import { Heads } from "./heads.tsx";
import type { Story } from "./moments.ts";
import { Words } from "./label.tsx";
import { MomentView } from "./moment.tsx";
import { tear } from "./shapes.ts";
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
