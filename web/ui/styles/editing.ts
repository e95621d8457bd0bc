/** What stands in the composer while a message is edited. */

import { css } from "./css.ts";

export const editing = css`
  .editing {
    display: flex;
    grid-column: 1 / -1;
    align-items: center;
    gap: 8px;
    padding-inline: 12px 4px;
    border-radius: var(--fh-radius);
    background: var(--fh-surface-soft);
    font-size: 0.875rem;
    line-height: 1.4;
  }

  .editing > span {
    flex: 1;
  }

  .editing .icon {
    inline-size: 16px;
    block-size: 16px;
    color: var(--fh-text-quiet);
  }

  .editing .quiet-act {
    min-block-size: 36px;
    color: var(--fh-text);
    font-size: 0.875rem;
    font-weight: 600;
  }

  @media (pointer: coarse) {
    .editing .quiet-act {
      min-block-size: 44px;
    }
  }
`;
