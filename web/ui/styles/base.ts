/** Elements, before any part of the page has its own rules. */

import { css } from "./css.ts";

export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  h1,
  h2,
  h3,
  h4,
  p,
  dl,
  dd,
  ul,
  pre {
    margin: 0;
    padding: 0;
  }

  h1,
  h2,
  h3,
  h4 {
    font: inherit;
    font-weight: 600;
  }

  ul {
    list-style: none;
  }

  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }

  button,
  summary {
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }

  button:disabled {
    cursor: default;
  }

  :focus-visible {
    outline: 2px solid var(--fh-focus);
    outline-offset: 2px;
  }

  .icon {
    flex: none;
  }

  .quiet {
    color: var(--fh-text-quiet);
    font-size: 0.875rem;
  }

  .figure,
  .clock {
    font-variant-numeric: tabular-nums;
  }

  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* A button that is an icon only. */
  .bare {
    display: inline-grid;
    place-items: center;
    min-inline-size: 36px;
    min-block-size: 36px;
    padding: 0;
    border: 0;
    border-radius: var(--fh-radius);
    background: none;
    color: var(--fh-text-quiet);
  }

  @media (hover: hover) {
    .bare:hover {
      background: var(--fh-surface-soft);
      color: var(--fh-text);
    }
  }

  @media (pointer: coarse) {
    .bare {
      min-inline-size: 44px;
      min-block-size: 44px;
    }
  }

  /* The quiet button: New conversation, Connect now, Reload. */
  .new,
  .small {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 36px;
    padding: 4px 12px;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
    font-size: 0.875rem;
    line-height: 1.3;
    transition: border-color var(--fh-motion);
  }

  @media (hover: hover) {
    .new:hover,
    .small:hover {
      border-color: var(--fh-line-strong);
    }
  }

  @media (pointer: coarse) {
    .new,
    .small {
      min-block-size: 44px;
    }
  }
`;
