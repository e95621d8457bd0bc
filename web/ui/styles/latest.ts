/** The way back to the end of the conversation. */

import { css } from "./css.ts";

export const latest = css`
  .latest {
    position: absolute;
    inset-block-end: 8px;
    inset-inline: 0;
    display: flex;
    align-items: center;
    gap: 8px;
    inline-size: fit-content;
    min-block-size: 36px;
    margin-inline: auto;
    padding-block: 4px;
    padding-inline: 10px 14px;
    border: 1px solid var(--fh-line);
    border-radius: 99px;
    background: var(--fh-surface-raised);
    box-shadow: var(--fh-shadow);
    font-size: 0.875rem;
  }

  .latest:focus-visible {
    z-index: 2;
  }

  .latest:has(.icon-hand) {
    border-color: var(--fh-attention-mark);
  }

  .latest .icon-hand {
    color: var(--fh-attention);
  }

  @media (pointer: coarse) {
    .latest {
      min-block-size: 44px;
    }
  }
`;
