/** Cards of calls, and the question that one can carry. */

import { css } from "./css.ts";

export const calls = css`
  .calls {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    font-size: 0.875rem;
    line-height: 1.45;
  }

  .card {
    --place: var(--fh-here);
    --place-soft: var(--fh-here-soft);
    min-inline-size: 0;
    border: 1px solid var(--fh-line);
    background: var(--fh-surface);
  }

  .card[data-where="server"] {
    --place: var(--fh-there);
    --place-soft: var(--fh-there-soft);
  }

  .card + .card {
    border-block-start: 0;
  }

  .card:first-child {
    border-start-start-radius: var(--fh-radius);
    border-start-end-radius: var(--fh-radius);
  }

  .card:last-child {
    border-end-start-radius: var(--fh-radius);
    border-end-end-radius: var(--fh-radius);
  }

  .card summary {
    display: grid;
    grid-template-columns: auto minmax(0, auto) auto minmax(auto, 1fr) auto;
    align-items: center;
    gap: 4px 12px;
    min-block-size: 44px;
    padding-block: 6px;
    padding-inline: 8px 12px;
    border-radius: var(--fh-radius);
  }

  .card summary:focus-visible {
    outline-offset: -2px;
  }

  .place {
    display: grid;
    place-items: center;
    inline-size: 30px;
    block-size: 30px;
    border-radius: 8px;
    background: var(--place-soft);
    color: var(--place);
  }

  .title {
    font-weight: 600;
  }

  .state {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--fh-text-quiet);
    font-variant-numeric: tabular-nums;
  }

  .state .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  .clock,
  .gist {
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    text-align: end;
    white-space: nowrap;
  }

  .clock {
    font-family: var(--fh-mono);
  }

  .gist {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .state span,
  .hint,
  .ask p {
    unicode-bidi: plaintext;
  }

  .card .icon-chevron {
    grid-column: 5;
  }

  .icon-running {
    animation: turn 900ms linear infinite;
  }

  .card[data-state="awaiting_user"] .state {
    color: var(--fh-attention);
  }

  .card[data-state="failed"] .state,
  .card[data-state="timed_out"] .state,
  .card[data-state="interrupted"] .state {
    color: var(--fh-danger);
  }

  .hint {
    padding-block: 0 10px;
    padding-inline: 50px 12px;
    color: var(--fh-text-quiet);
  }

  .card[data-state="awaiting_user"] .hint {
    color: var(--fh-text);
  }

  /* What happened, and the one button that helps. */
  .help {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 4px 16px;
    padding-block: 0 10px;
    padding-inline: 50px 12px;
  }

  .help .hint {
    padding: 0;
  }

  .help .hint:only-child,
  .help .small + .hint {
    grid-column: 1 / -1;
  }

  .help .small:disabled {
    color: var(--fh-text-quiet);
    border-style: dashed;
  }

  .pictures {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    padding-block: 4px;
  }

  .card > .pictures {
    padding-block: 0 12px;
    padding-inline: 50px 12px;
  }

  .pictures img {
    max-inline-size: 100%;
    max-block-size: 16rem;
    border: 1px solid var(--fh-line);
    border-radius: 8px;
    background: var(--fh-surface-soft);
  }

  /* What stands on an open card. */
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    padding-block: 4px 14px;
    padding-inline: 50px 12px;
  }

  .value {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }

  .value h3,
  .facts {
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    font-weight: 400;
  }

  .rows {
    max-block-size: 22rem;
    overflow: auto;
  }

  .rows .row,
  .facts .row {
    display: grid;
    grid-template-columns: minmax(0, 11rem) minmax(0, 1fr);
    gap: 0 16px;
    padding-block: 2px;
  }

  .rows dt {
    color: var(--fh-text-quiet);
  }

  .rows dd {
    white-space: pre-wrap;
  }

  .rows dd:only-child {
    grid-column: 1 / -1;
  }

  .rows .figure {
    text-align: match-parent; /* beside its label, in either direction */
    font-family: var(--fh-mono);
    font-size: 0.8125rem;
  }

  .rows .word {
    color: var(--fh-text-quiet);
  }

  .json summary {
    display: inline-flex;
    align-items: center;
    min-block-size: 28px;
    padding-inline-end: 8px;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    text-decoration: underline;
    text-decoration-color: var(--fh-line-strong);
    text-underline-offset: 3px;
  }

  .value .json summary {
    display: inline-flex;
    padding-block: 0;
    padding-inline: 0 8px;
  }

  .json pre {
    max-block-size: 20rem;
    overflow: auto;
    padding: 12px;
    border-radius: 8px;
    background: var(--fh-surface-soft);
    font: 0.78125rem/1.5 var(--fh-mono);
    tab-size: 2;
    white-space: pre-wrap;
  }

  .facts {
    padding-block-start: 10px;
    border-block-start: 1px solid var(--fh-line);
  }

  /* The one thing that stands out. */
  .card.asking {
    margin-block: 8px;
    border: 1px solid var(--fh-attention-mark);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
    box-shadow: var(--fh-shadow);
  }

  .card.asking:first-child {
    margin-block-start: 0;
  }

  .card.asking:last-child {
    margin-block-end: 0;
  }

  .card.asking + .card:not(.asking) {
    border-block-start: 1px solid var(--fh-line);
    border-start-start-radius: var(--fh-radius);
    border-start-end-radius: var(--fh-radius);
  }

  .card:has(+ .asking) {
    border-end-start-radius: var(--fh-radius);
    border-end-end-radius: var(--fh-radius);
  }

  .drawn::slotted(:not(:empty)) {
    margin-inline: 16px;
    margin-block-end: 12px;
  }

  /* Nothing of ours lies over an answer, not even the way to it. */
  .ask {
    position: relative;
    z-index: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 8px 16px 16px;
  }

  .eyebrow h3 {
    font-weight: 400;
  }

  /* The heading has the focus for the whole question. */
  .eyebrow h3:focus-visible {
    outline: none;
  }

  .card:has(.eyebrow h3:focus-visible) {
    outline: 2px solid var(--fh-focus);
    outline-offset: 2px;
  }

  .expiry {
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
  }

  .expiry.soon {
    color: var(--fh-attention);
  }

  .eyebrow {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
  }

  .risk {
    padding: 0 8px;
    border: 1px solid var(--fh-attention-mark);
    border-radius: 99px;
    color: var(--fh-attention);
  }

  .question {
    font-size: 1.1875rem;
    font-weight: 600;
    line-height: 1.35;
    white-space: pre-wrap;
  }

  .answers {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr));
    gap: 8px;
    margin-block-start: 8px;
  }

  .answer {
    min-block-size: 44px;
    padding: 8px 12px;
    border: 1px solid var(--fh-line-strong);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
    font-weight: 600;
    line-height: 1.3;
    transition: background var(--fh-motion);
  }

  /* What the assistant wants to know. */
  .form,
  .blank {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }

  .form {
    gap: 12px;
  }

  .blank label {
    font-weight: 600;
  }

  .form .answers {
    margin-block-start: 0;
  }

  .form :is(input:not([type="checkbox"]), select) {
    min-inline-size: 0;
    inline-size: 100%;
    min-block-size: 44px;
    padding-inline: 12px;
    border: 1px solid var(--fh-line-strong);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
    font-size: 1rem;
  }

  .form .check {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 44px;
  }

  .form .check input {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    accent-color: var(--fh-accent);
  }

  /* Not live yet: a press would not count. Nothing see-through, see sight.ts. */
  .answer[aria-disabled="true"] {
    border-color: var(--fh-line);
    background: var(--fh-surface-soft);
    color: var(--fh-text-quiet);
    cursor: default;
  }

  @media (hover: hover) {
    .answer:hover:not([aria-disabled="true"]) {
      background: var(--fh-surface-soft);
    }
  }

  @keyframes turn {
    to {
      rotate: 360deg;
    }
  }

  @media (pointer: coarse) {
    .json summary {
      min-block-size: 44px;
    }
  }

  @container space (max-width: 560px) {
    .card summary {
      grid-template-columns: auto fit-content(100%) minmax(auto, 1fr) auto;
      gap: 0 10px;
      padding-block: 7px;
    }

    .place,
    .card summary .icon-chevron {
      grid-row: 1 / 3;
    }

    .card .icon-chevron {
      grid-column: 4;
    }

    .state {
      grid-row: 2;
      grid-column: 2;
    }

    .clock,
    .gist {
      grid-row: 2;
      grid-column: 3;
    }

    .title {
      grid-column: 2 / 4;
    }

    .body,
    .hint,
    .help,
    .card > .pictures {
      padding-inline-start: 12px;
    }

    .help {
      grid-template-columns: minmax(0, 1fr);
    }

    .help .small {
      justify-self: start;
      margin-block: 4px;
    }

    .rows .row,
    .facts .row {
      grid-template-columns: minmax(0, 8rem) minmax(0, 1fr);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .icon-running {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .place {
      border: 1px solid;
    }

    .card.asking {
      border-width: 2px;
    }

    .answer[aria-disabled="true"],
    .help .small:disabled {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
