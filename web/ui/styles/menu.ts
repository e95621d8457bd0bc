/** The menu of the conversation. */

import { css } from "./css.ts";

export const menu = css`
  .menu .items {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: 0;
    z-index: 2;
    display: grid;
    inline-size: max-content;
    max-inline-size: calc(100cqi - 32px);
    padding: 4px;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
    box-shadow: var(--fh-shadow);
  }

  .menu [role="menuitem"] {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 40px;
    padding-block: 4px;
    padding-inline: 12px 16px;
    border: 0;
    border-radius: 8px;
    background: none;
    font-size: 0.875rem;
    text-align: start;
  }

  .menu [role="menuitem"]:disabled {
    color: var(--fh-text-quiet);
  }

  .menu [role="menuitem"] .icon {
    color: var(--fh-text-quiet);
  }

  .menu [role="menuitem"]:is(:hover, :focus):enabled {
    background: var(--fh-surface-soft);
  }

  .menu [role="menuitem"]:focus-visible {
    outline-offset: -2px;
  }

  @media (pointer: coarse) {
    .menu [role="menuitem"] {
      min-block-size: 44px;
    }
  }
`;
