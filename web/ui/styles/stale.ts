/** What is told of tools that page and server disagree on. */

import { css } from "./css.ts";

export const stale = css`
  .withheld {
    max-inline-size: 36rem;
    margin-inline: auto;
    margin-block-end: 16px;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
  }

  .withheld summary {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 4px;
    inline-size: fit-content;
    min-block-size: 32px;
    margin-inline: auto;
    padding-inline: 8px;
    border-radius: var(--fh-radius);
    color: var(--fh-attention);
  }

  .withheld dl {
    display: grid;
    gap: 4px;
    padding: 8px 16px;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius);
  }

  .withheld .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    justify-content: space-between;
  }

  .withheld dt {
    color: var(--fh-text);
  }

  @media (pointer: coarse) {
    .withheld summary {
      min-block-size: 44px;
    }
  }
`;
