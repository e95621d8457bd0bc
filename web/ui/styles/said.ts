/** Words of the user, which are shown before the rest of a turn. */

import { css } from "./css.ts";

export const said = css`
  .mine {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 4px;
  }

  .said {
    min-inline-size: 0;
    max-inline-size: min(85%, 34rem);
    padding: 8px 16px;
    border-radius: var(--fh-radius-large);
    border-end-end-radius: 4px;
    background: var(--fh-surface-soft);
    white-space: pre-wrap;
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }

  @media (forced-colors: active) {
    .said {
      border: 1px solid;
    }
  }
`;
