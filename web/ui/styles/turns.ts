/** Turns and answers. What is there from the beginning is in said.ts. */

import { css } from "./css.ts";

export const turns = css`
  .turn {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    padding-block: 12px 20px;
  }

  /* What is far away costs nothing; it can be found in the page all the same. */
  .stretch {
    contain-intrinsic-size: auto 3200px;
    /* Room at the edges for rings and shadows, which are cut off there. */
    margin-inline: -12px;
    padding-inline: 12px;
  }

  .stretch.whole {
    content-visibility: auto;
  }

  .mine .bare {
    flex: none;
  }

  .mine .icon {
    inline-size: 18px;
    block-size: 18px;
  }

  .actions:empty {
    display: none;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 4px;
    margin-block-start: -8px;
    margin-inline-start: -8px;
  }

  .actions .small {
    margin-inline-start: 8px;
  }

  .brief {
    display: none;
  }

  /* One row where a language can. */
  @container space (max-width: 560px) {
    .actions {
      column-gap: 0;
      margin-inline-start: -5px;
    }

    .actions .quiet-act {
      padding-inline: 5px;
    }

    .brief {
      display: inline;
    }

    .actions span:has(+ .brief) {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }

  .words {
    display: grid;
    gap: 12px;
  }

  .words p,
  .words .item {
    white-space: pre-wrap;
  }

  .thoughts {
    color: var(--fh-text-quiet);
    font-size: 0.875rem;
  }

  .thoughts summary {
    display: flex;
    align-items: center;
    gap: 8px;
    inline-size: fit-content;
    min-block-size: 32px;
    padding-inline-end: 8px;
    border-radius: var(--fh-radius);
  }

  .thoughts .words {
    margin-block: 4px;
    margin-inline-start: 9px;
    padding-inline-start: 18px;
    border-inline-start: 1px solid var(--fh-line);
  }

  .notice {
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
  }

  .end {
    display: flex;
    align-items: start;
    gap: 8px;
    color: var(--fh-text-quiet);
    font-size: 0.875rem;
    line-height: 20px;
  }

  .end .icon {
    color: var(--fh-text-quiet);
  }

  .end.fault {
    color: var(--fh-text);
  }

  .end.fault .icon {
    color: var(--fh-danger);
  }

  .end.short .icon {
    color: var(--fh-attention);
  }

  .working {
    display: flex;
    align-items: center;
    block-size: 1.55rem;
    animation: appear var(--fh-motion) 300ms both;
  }

  .dots {
    display: flex;
    gap: 5px;
  }

  .dots span {
    inline-size: 6px;
    block-size: 6px;
    border-radius: 50%;
    background: var(--fh-there);
    opacity: 0.35;
    animation: breathe 1.2s ease-in-out infinite;
  }

  .dots span:nth-child(2) {
    animation-delay: 160ms;
  }

  .dots span:nth-child(3) {
    animation-delay: 320ms;
  }

  .forgotten {
    --fh-text: var(--fh-text-quiet);
    color: var(--fh-text);
  }

  .forgotten .place {
    filter: grayscale(1);
  }

  .divider {
    display: grid;
    gap: 12px;
    justify-items: center;
    margin-block: 4px 16px;
    padding-block: 16px;
    border-block: 1px solid var(--fh-line);
    color: var(--fh-text-quiet);
    font-size: 0.875rem;
    text-align: center;
    text-wrap: balance;
  }

  .divider .new {
    color: var(--fh-text);
  }

  .end span,
  .notice,
  .divider p {
    unicode-bidi: plaintext;
  }

  @keyframes breathe {
    50% {
      opacity: 1;
    }
  }

  @media (pointer: coarse) {
    .thoughts summary {
      min-block-size: 44px;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .working {
      animation: none;
    }

    .dots span {
      animation: none;
      opacity: 0.7;
    }
  }

  @media (forced-colors: active) {
    .dots span {
      background: CanvasText;
    }
  }
`;
