/** The drawer beside the conversation, and the strip about the contract's file. */

import { css } from "./css.ts";

export const dock = css`
  .chat {
    grid-template-columns: minmax(0, 1fr);
  }

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

  .contract {
    inline-size: 100%;
    max-inline-size: calc(var(--fh-column, 44rem) + 2 * 24px);
    margin-inline: auto;
    padding-inline: 24px;
  }

  .contract .faults {
    align-items: start;
  }

  .contract .faults > div {
    min-inline-size: 0;
  }

  .contract .faults ul {
    max-block-size: 9rem;
    overflow: auto;
  }

  .contract code {
    font: 0.8125rem var(--fh-mono);
  }

  @container space (max-width: 560px) {
    .contract {
      padding-inline: 16px;
    }
  }
`;
