/**
 * The border to the page around: nothing of its styles comes in but what is
 * inherited on purpose, and the custom properties.
 */

import { css } from "./css.ts";

/** The box that the conversation fills. What it measures decides, not the window. */
export const space = css`
  .space {
    all: initial;
    box-sizing: border-box;
    display: block;
    container: space / inline-size;
    block-size: 100%;
    min-inline-size: 0;
    background: var(--fh-surface);
    color: var(--fh-text);
    color-scheme: inherit;
    font: 400 medium/1.55 var(--fh-font);
    font-size: var(--fh-font-size, medium);
    overflow-wrap: anywhere;
    pointer-events: inherit;
    visibility: inherit;
    -webkit-text-size-adjust: 100%;
  }
`;

/** Where the element stands in the flow of a page that is made for it. */
export const place = css`
  :host {
    display: block;
    block-size: 100%;
    min-block-size: 0;
  }

  :host([hidden]) {
    display: none;
  }

  @media print {
    :host {
      block-size: auto;
    }
  }
`;

/**
 * The rule that says what 1rem is: 1em of the element, in all of it. That takes a
 * registered property, which a shadow tree cannot have of its own, so it is
 * registered for the document; again is harmless. A browser that cannot gets
 * what is usual.
 */
export function rem(): string {
  if (typeof CSS === "undefined" || !("registerProperty" in CSS)) {
    return ".space { --fh-rem: 16px; }";
  }
  try {
    CSS.registerProperty({
      name: "--fh-rem",
      syntax: "<length>",
      inherits: true,
      initialValue: "16px",
    });
  } catch {
    // It is registered.
  }
  return ".space { --fh-rem: 1em; }";
}
