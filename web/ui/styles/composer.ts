/** The composer and the strip that tells of a missing connection. */

import { css, whereLow } from "./css.ts";

const common = css`
  .composer {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: 8px;
  }

  .acts {
    display: flex;
    gap: 8px;
  }

  .about {
    min-block-size: 1.4em;
    padding-block: 8px max(12px, env(safe-area-inset-bottom));
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    line-height: 1.4;
    text-align: center;
    text-wrap: balance;
  }

  .about bdi {
    display: inline-block;
    max-inline-size: 24em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    vertical-align: bottom;
  }

  .field {
    display: grid;
    max-block-size: calc(8 * 1.5rem + 22px);
    border: 1px solid var(--fh-line-strong);
    border-radius: var(--fh-radius-large);
    background: var(--fh-surface-raised);
  }

  .field:focus-within {
    outline: 2px solid var(--fh-focus);
    outline-offset: -1px;
  }

  /* A phone zooms into a field whose words are smaller than 16 px. */
  .field > * {
    grid-area: 1 / 1;
    min-inline-size: 0;
    min-block-size: 46px;
    padding: 11px 16px;
    font-size: max(1rem, 16px);
    line-height: 1.5rem;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  .field textarea {
    inline-size: 100%;
    max-block-size: inherit;
    margin: 0;
    border: 0;
    outline: none;
    background: none;
    resize: none;
  }

  .field textarea::placeholder {
    color: var(--fh-text-quiet);
    opacity: 1;
  }

  .mirror {
    max-block-size: calc(8 * 1.5rem + 20px);
    overflow: hidden;
    visibility: hidden;
  }

  .act {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-inline-size: 92px;
    block-size: 48px;
    padding: 0 10px;
    border: 1px solid var(--fh-text);
    border-radius: var(--fh-radius-large);
    background: var(--fh-surface-raised);
    font-weight: 600;
    white-space: nowrap;
  }

  .act.send {
    border-color: var(--fh-accent, var(--fh-text));
    background: var(--fh-accent, var(--fh-text));
    color: var(--fh-accent-text, var(--fh-surface));
  }

  .act.send:disabled {
    border-color: var(--fh-line);
    background: var(--fh-surface-soft);
    color: var(--fh-text-quiet);
  }

  .refusal {
    grid-column: 1 / -1;
    color: var(--fh-danger);
    font-size: 0.875rem;
  }

  .strip {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    min-block-size: 44px;
    margin-block-end: 8px;
    padding-block: 4px;
    padding-inline: 12px 4px;
    border: 1px solid var(--fh-attention-mark);
    border-radius: var(--fh-radius);
    background: var(--fh-attention-soft);
    font-size: 0.875rem;
    line-height: 1.4;
    animation: appear var(--fh-motion);
  }

  .strip > span {
    flex: 1 1 9rem;
  }

  .strip .figure {
    white-space: nowrap;
  }

  .strip > .icon {
    color: var(--fh-attention);
  }

  .strip.calm {
    border-color: var(--fh-line);
    background: none;
  }

  .strip.connecting {
    border-color: transparent;
    background: none;
    color: var(--fh-text-quiet);
    animation-delay: 600ms;
    animation-fill-mode: backwards;
  }

  @media (forced-colors: active) {
    .act.send:enabled {
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;

/* Settings say it too. */
const low = css`
  .about {
    min-block-size: 0;
    padding-block: 0 max(8px, env(safe-area-inset-bottom));
    font-size: 0;
  }
`;

const narrow = css`
  @media (prefers-reduced-motion: reduce) {
    .strip {
      animation: none;
    }
  }

  @container space (max-width: 560px) {
    .composer,
    .connection {
      padding-inline: 12px;
    }

    .about {
      padding-block: 6px max(8px, env(safe-area-inset-bottom));
    }

    .act {
      min-inline-size: 48px;
      padding: 0;
    }

    .act span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

export const composer = common + whereLow(low) + narrow;
