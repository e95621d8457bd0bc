/** The drawer beside the conversation. */

import { css } from "./css.ts";

export const dock = css`
  .chat:has(> .dock) {
    grid-template-columns: minmax(0, 1fr) clamp(24rem, 40%, 40rem);
  }

  .chat:has(> .dock) > :not(.dock) {
    grid-column: 1;
  }

  .dock {
    display: grid;
    grid-row: 1 / -1;
    grid-column: 2;
    grid-template-rows: auto minmax(0, 1fr);
    grid-template-columns: minmax(0, 1fr);
    min-inline-size: 0;
    min-block-size: 0;
    border-inline-start: 1px solid var(--fh-line);
    background: var(--fh-surface);
  }

  .dock > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-block-size: 60px;
    padding-inline: 16px 8px;
  }

  .dock h2 {
    font-size: 1rem;
  }

  /* A sheet over everything; what lies under it is out of reach, but is told. */
  @container space (max-width: 899px) {
    .chat:has(> .dock) {
      grid-template-columns: minmax(0, 1fr);
    }

    .chat:has(> .dock) > :not(.dock, dialog, .unseen) {
      visibility: hidden;
    }

    .dock {
      position: absolute;
      grid-area: auto;
      inset: 0;
      z-index: 2;
      border: 0;
    }
  }
`;
