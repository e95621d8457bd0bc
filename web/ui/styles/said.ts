/** Words of the user, and lines about a conversation or its end. */

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

  .end span,
  .notice {
    unicode-bidi: plaintext;
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
