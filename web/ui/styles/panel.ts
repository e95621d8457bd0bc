/** Modal dialogs. */

import { css } from "./css.ts";

export const panel = css`
  /* In the top layer: its own size depends on the window, what is in it on its own. */
  .panel {
    container: space / inline-size;
    inline-size: min(36rem, 100% - 32px);
    max-block-size: min(44rem, 100dvh - 32px);
    margin: auto;
    padding: 0;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius-large);
    background: var(--fh-surface-raised);
    box-shadow: var(--fh-shadow);
    color: inherit;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .panel.wide {
    inline-size: min(60rem, 100% - 32px);
  }

  .panel.small {
    inline-size: min(26rem, 100% - 32px);
  }

  .panel::backdrop {
    background: oklch(0.2 0.01 95 / 0.4);
  }

  .panel .sheet {
    display: grid;
    gap: 16px;
    padding: 0 24px 24px;
  }

  .panel .sheet > header {
    position: sticky;
    z-index: 1;
    inset-block-start: 0;
    margin-inline: -24px;
    padding-block: 12px 8px;
    padding-inline: 24px;
    background: var(--fh-surface-raised);
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
  }

  .panel h2 {
    font-size: 1.1875rem;
    letter-spacing: -0.01em;
  }

  /* Over what is there: nothing moves under a finger when a question arrives. */
  .panel .arrival {
    position: sticky;
    z-index: 1;
    inset-block-end: 12px;
  }

  .panel .arrival:empty {
    display: none;
  }

  .panel .waits {
    inline-size: 100%;
    border-color: var(--fh-attention-mark);
    background: var(--fh-surface-raised);
    box-shadow: var(--fh-shadow);
  }

  .panel .waits .icon {
    color: var(--fh-attention);
  }

  .panel .bare {
    margin-inline-end: -10px;
  }

  .panel .answers {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 8px;
  }

  @media (max-width: 560px) {
    .panel,
    .panel.wide {
      inline-size: 100%;
      max-inline-size: 100%;
      max-block-size: calc(100dvh - 16px);
      margin-block-end: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }

    .panel .sheet {
      padding-inline: 16px;
      padding-block-end: calc(24px + env(safe-area-inset-bottom));
    }

    .panel .sheet > header {
      margin-inline: -16px;
      padding-inline: 16px;
    }
  }
`;
