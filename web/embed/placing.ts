/** The panel in each mode, and the mark at the launcher; what the loader has is in styles.ts. */

import { css } from "../ui/styles/css.ts";

export const placing = css`
  .pane {
    box-sizing: border-box;
    overflow: clip;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius-large);
    background: var(--fh-surface);
    color: var(--fh-text);
  }

  /* Its height is known here, so that what is in it can depend on it. */
  .pane > .space {
    container-type: size;
  }

  .pane:focus-visible {
    outline: 2px solid var(--fh-focus);
    outline-offset: 2px;
  }

  .inline-mode > .pane {
    block-size: 100%;
  }

  .above > .pane {
    --gap: var(--fh-inset, 20px);
    position: fixed;
    box-shadow: var(--fh-shadow);
  }

  .launcher-mode > .pane {
    inset-block-end: calc(var(--gap) + env(safe-area-inset-bottom));
    inset-inline-end: calc(var(--gap) + env(safe-area-inset-right));
    inline-size: min(var(--fh-width, 400px), 100vw - 2 * var(--gap));
    block-size: min(var(--fh-height, 680px), 100dvh - 2 * var(--gap));
    animation: open var(--fh-motion);
  }

  .panel-mode > .pane {
    inset-block: 0;
    inset-inline-end: 0;
    inline-size: min(var(--fh-width, 420px), 100vw);
    border-width: 0;
    border-inline-start-width: 1px;
    border-radius: 0;
    animation: open var(--fh-motion);
  }

  .full-mode > .pane {
    inset: 0;
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }

  /* A phone: the panel is the page, as far as a keyboard leaves room. */
  @media (max-width: 480px), (max-height: 440px) {
    .above > .pane {
      inset: var(--page-top, 0) 0 auto;
      inline-size: auto;
      block-size: var(--page-height, 100dvh);
      padding-top: env(safe-area-inset-top);
      padding-right: env(safe-area-inset-right);
      padding-left: env(safe-area-inset-left);
      border: 0;
      border-radius: 0;
      animation: none;
    }
  }

  .mark {
    position: absolute;
    inset-block-start: -4px;
    inset-inline-end: -4px;
    box-sizing: border-box;
    min-inline-size: 22px;
    padding-inline: 5px;
    border: 2px solid var(--fh-surface);
    border-radius: 99px;
    background: var(--fh-danger);
    color: var(--fh-surface);
    font: 600 12px/18px var(--fh-font);
    font-variant-numeric: tabular-nums;
  }

  .mark.waits {
    background: var(--fh-attention);
  }

  @keyframes open {
    from {
      opacity: 0;
      translate: 0 8px;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .above > .pane {
      animation: none;
    }
  }
`;
