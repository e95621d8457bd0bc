/**
 * What stands there before the rest: the launcher, the room that an inline
 * element keeps free, and the words for the case that nothing more comes.
 *
 * Sizes are in px: rem belongs to the page around. A page reaches into this with
 * the custom properties that docs/embedding.md names and with ::part();
 * everything else stops at `.layer`.
 */

/** For the formatter. */
const css = String.raw;

export const styles = css`
  :host {
    display: contents;
    color-scheme: light dark;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  :host([mode="inline"]) {
    display: block;
    block-size: var(--fh-height, 600px);
  }

  :host([theme="light"]) {
    color-scheme: light;
  }

  :host([theme="dark"]) {
    color-scheme: dark;
  }

  /* Nothing that the page says, and nothing that a browser says of popovers. */
  .layer {
    all: initial;
    display: block;
    block-size: 100%;
    color-scheme: inherit;
    visibility: inherit;
  }

  .above {
    position: fixed;
    inline-size: 0;
    block-size: 0;
    z-index: var(--fh-z, 2147483000);
  }

  .launcher,
  .above > .fault {
    position: fixed;
    inset-block-end: calc(var(--fh-inset, 20px) + env(safe-area-inset-bottom));
    inset-inline-end: calc(var(--fh-inset, 20px) + env(safe-area-inset-right));
    box-sizing: border-box;
    box-shadow: 0 4px 20px oklch(0 0 0 / 0.25);
  }

  .launcher {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    padding: 0;
    border: 1px solid transparent;
    border-radius: 50%;
    background: var(--fh-accent, CanvasText);
    color: var(--fh-accent-text, Canvas);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linejoin: round;
    stroke-linecap: round;
    cursor: pointer;
    touch-action: manipulation;
  }

  .launcher:hover {
    filter: brightness(1.15);
  }

  .launcher[aria-busy="true"] {
    opacity: 0.7;
  }

  .launcher:focus-visible,
  .fault :focus-visible {
    outline: 3px solid var(--fh-focus, CanvasText);
    outline-offset: 3px;
  }

  .fault {
    max-inline-size: min(320px, 100% - 40px);
    max-block-size: calc(100% - 108px);
    margin-block-end: 68px; /* the launcher stays in reach */
    padding: 0 16px 16px;
    border: 1px solid #8888;
    border-radius: 10px;
    background: Canvas;
    color: CanvasText;
    font: 15px/1.5 system-ui;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  .fault button {
    min-block-size: 44px;
    margin-inline-end: 16px;
    padding: 0 16px;
    border: 1px solid;
    border-radius: 10px;
    background: Canvas;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  @media print {
    .above {
      display: none;
    }
  }
`;
