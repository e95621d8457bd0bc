/** The drawing of a turn, and its list. */

import { css } from "./css.ts";

export const sequence = css`
  .sequence {
    --paper: var(--fh-surface-raised);
    --top: 56px; /* the title of the panel stays in sight above */
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    container-type: inline-size;
  }

  .spoken {
    display: -webkit-box;
    justify-self: start; /* whichever way its own words run */
    max-inline-size: min(44rem, 100%);
    margin: 0;
    overflow: hidden;
    color: var(--fh-text-quiet);
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .spoken::before {
    content: open-quote;
  }

  .spoken::after {
    content: close-quote;
  }

  .figures {
    display: flex;
    flex-wrap: wrap;
    gap: 8px clamp(16px, 3cqi, 32px);
    font-variant-numeric: tabular-nums;
  }

  .figures dt {
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
  }

  .figures dd {
    font-weight: 600;
    line-height: 1.3;
  }

  .figures .there dd {
    color: var(--fh-there);
  }

  .figures .here dd {
    color: var(--fh-here);
  }

  .both {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
  }

  .views {
    display: flex;
    gap: 4px;
    inline-size: fit-content;
    padding: 3px;
    border-radius: var(--fh-radius);
    background: var(--fh-surface-soft);
  }

  .views button {
    min-block-size: 32px;
    padding: 2px 14px;
    border: 0;
    border-radius: 7px;
    background: none;
    color: var(--fh-text-quiet);
    font-size: 0.875rem;
  }

  .views [aria-pressed="true"] {
    background: var(--fh-surface-raised);
    box-shadow: 0 1px 2px oklch(0.2 0.01 95 / 0.12);
    color: var(--fh-text);
    font-weight: 600;
  }

  /* The drawing. */
  .drawing {
    min-inline-size: 0;
    font-variant-numeric: tabular-nums;
  }

  .drawing svg {
    display: block;
    overflow: visible;
  }

  .drawing svg svg {
    display: inline;
  }

  .heads {
    position: sticky;
    z-index: 1;
    inset-block-start: var(--top);
    background: var(--paper);
  }

  .place-there {
    fill: var(--fh-there-soft);
    fill-opacity: 0.7;
  }

  .place-here {
    fill: var(--fh-here-soft);
    fill-opacity: 0.7;
  }

  .moments {
    overflow: hidden;
  }

  .moments,
  .heads {
    clip-path: inset(0);
  }

  /* No seam where the two pictures meet between pixels. */
  .heads {
    margin-block-end: -1px;
  }

  .lane {
    stroke: var(--fh-there);
    stroke-opacity: 0.35;
    stroke-width: 1;
  }

  .lane.lane-browser {
    stroke: var(--fh-here);
  }

  .life {
    fill: var(--fh-there);
    fill-opacity: 0.25;
  }

  .drawing text {
    fill: var(--fh-text);
    font-family: var(--fh-font);
    font-size: 0.8125rem;
  }

  .text-name {
    font-weight: 600;
  }

  .drawing :is(.text-fact, .text-small, .text-time) {
    fill: var(--fh-text-quiet);
    font-size: 0.71875rem;
  }

  .glyph {
    fill: none;
    stroke: var(--fh-there);
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .lane-browser .glyph {
    stroke: var(--fh-here);
  }

  .bar .fill {
    fill: var(--fh-there);
  }

  .bar-thinks .fill {
    fill-opacity: 0.4;
  }

  .bar-runs .fill {
    fill: var(--fh-here);
  }

  .bar-waits .fill {
    fill: var(--paper);
    stroke: var(--fh-here);
    stroke-width: 1;
  }

  .hatch {
    fill: none;
    stroke: var(--fh-here);
    stroke-width: 1.25;
  }

  .moment {
    outline: none;
    cursor: default;
  }

  .ink {
    --ink: var(--fh-there);
    pointer-events: none;
  }

  .ink.from-browser {
    --ink: var(--fh-here);
  }

  /* What the chosen moment tells of. */
  .bar.is-picked .fill {
    stroke: var(--fh-text);
    stroke-width: 1.5;
  }

  .ring {
    fill: transparent;
    stroke: none;
  }

  .moment.is-picked .ring {
    fill: var(--fh-text);
    fill-opacity: 0.06;
  }

  .moment:focus-visible .ring {
    stroke: var(--fh-focus);
    stroke-width: 2;
  }

  .shaft,
  .tip {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .is-low :is(.shaft, .tip) {
    stroke-width: 1;
  }

  .is-low .shaft {
    stroke-dasharray: 2 3;
  }

  .dot {
    fill: var(--paper);
    stroke: var(--ink);
    stroke-width: 1.5;
  }

  .cross {
    fill: none;
    stroke: var(--fh-danger);
    stroke-width: 2;
    stroke-linecap: round;
  }

  .is-fault .shaft {
    stroke-dasharray: 5 4;
  }

  .drawing .is-fault .text-label {
    fill: var(--fh-danger);
  }

  .torn {
    fill: none;
    stroke: var(--paper);
    stroke-width: 6;
  }

  .tear {
    fill: none;
    stroke: var(--fh-line-strong);
    stroke-width: 1;
  }

  /* The list. */
  .told {
    display: grid;
    align-content: start;
    margin: 0;
    padding: 0;
    counter-reset: told;
    font-size: 0.875rem;
    line-height: 1.45;
  }

  .told li {
    display: grid;
    grid-template-columns: 1.75rem minmax(0, 1fr) auto;
    gap: 8px;
    padding: 7px 8px;
    border-radius: 8px;
    counter-increment: told;
  }

  .told li::before {
    content: counter(told);
    color: var(--fh-there);
    font-variant-numeric: tabular-nums;
    font-weight: 600;
    text-align: end;
  }

  .told [data-from="here"]::before {
    color: var(--fh-here);
  }

  .told .is-picked {
    background: var(--fh-surface-soft);
  }

  .told .time {
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    font-variant-numeric: tabular-nums;
    line-height: 1.6;
  }

  .caption {
    position: sticky;
    inset-block-end: 0;
    padding-block: 10px;
    border-block-start: 1px solid var(--fh-line);
    background: var(--paper);
    font-size: 0.875rem;
    line-height: 1.45;
  }

  .sequence .acts .icon {
    color: var(--fh-text-quiet);
  }

  .sequence .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
  }

  /* One of them, or room for both. */
  @container (max-width: 49.99em) {
    [data-view="drawing"] .told,
    [data-view="list"] .drawing,
    [data-view="list"] + .caption {
      display: none;
    }
  }

  @container (min-width: 50em) {
    .both {
      grid-template-columns: minmax(0, 1.45fr) minmax(0, 1fr);
    }

    .views,
    .caption {
      display: none;
    }
  }

  @media (pointer: coarse) {
    .sequence {
      --top: 64px;
    }

    .views button {
      min-block-size: 44px;
    }
  }

  @media print {
    .panel:has(.sequence) {
      position: absolute;
      inset: 0 0 auto;
      inline-size: 100%;
      max-inline-size: none;
      max-block-size: none;
      border: 0;
      box-shadow: none;
      overflow: visible;
    }

    .panel:has(.sequence)::backdrop {
      background: var(--fh-surface-raised);
    }

    .panel:has(.sequence) .bare,
    .sequence :is(.views, .acts, .caption) {
      display: none;
    }

    .sequence .both {
      grid-template-columns: minmax(0, 1fr);
    }

    .sequence .drawing {
      display: block;
    }

    .sequence .told {
      display: grid;
    }

    .drawing > svg {
      inline-size: 100%;
      block-size: auto;
    }

    .heads {
      position: static;
    }

    .moment.is-picked .ring {
      fill: none;
    }

    .sequence .told li {
      break-inside: avoid;
    }
  }

  /* SVG is not forced by itself. Place is told by position and words. */
  @media (forced-colors: active) {
    .sequence {
      --paper: Canvas;
      --fh-text: CanvasText;
      --fh-text-quiet: CanvasText;
      --fh-here: CanvasText;
      --fh-there: CanvasText;
      --fh-here-soft: Canvas;
      --fh-there-soft: Canvas;
      --fh-danger: CanvasText;
      --fh-line-strong: CanvasText;
      --fh-focus: Highlight;
    }

    .drawing :is(.place-there, .place-here) {
      fill: CanvasText;
      fill-opacity: 0.06;
    }

    .views [aria-pressed="true"] {
      outline: 2px solid Highlight;
    }

    .told .is-picked {
      outline: 1px solid Highlight;
    }
  }
`;
