/**
 * The values of the design: colours in OKLCH, light and dark each designed.
 * Hue 155 means here (this browser), 275 means there (the server), 75 asks for
 * attention, 25 is danger. A host sets any of them on farhand-chat.
 *
 * The element follows the device, unless its attribute data-theme, which it
 * writes itself, says that the person chose light or dark.
 */

import { css } from "./css.ts";

const light = css`
  --fh-surface: oklch(0.985 0.003 95);
  --fh-surface-raised: oklch(1 0 0);
  --fh-surface-soft: oklch(0.945 0.005 95);
  --fh-text: oklch(0.25 0.01 95);
  --fh-text-quiet: oklch(0.5 0.01 95);
  --fh-line: oklch(0.89 0.005 95);
  --fh-line-strong: oklch(0.62 0.008 95);
  --fh-focus: oklch(0.25 0.01 95);
  --fh-here: oklch(0.5 0.11 155);
  --fh-here-soft: oklch(0.945 0.035 155);
  --fh-there: oklch(0.5 0.15 275);
  --fh-there-soft: oklch(0.945 0.025 275);
  --fh-attention: oklch(0.5 0.105 75);
  --fh-attention-mark: oklch(0.72 0.15 75);
  --fh-attention-soft: oklch(0.96 0.04 85);
  --fh-danger: oklch(0.51 0.17 25);
  --fh-shadow:
    0 1px 2px oklch(0.2 0.01 95 / 0.07), 0 8px 24px oklch(0.2 0.01 95 / 0.1);
`;

const dark = css`
  --fh-surface: oklch(0.195 0.004 95);
  --fh-surface-raised: oklch(0.245 0.005 95);
  --fh-surface-soft: oklch(0.275 0.005 95);
  --fh-text: oklch(0.925 0.005 95);
  --fh-text-quiet: oklch(0.71 0.008 95);
  --fh-line: oklch(0.325 0.005 95);
  --fh-line-strong: oklch(0.56 0.008 95);
  --fh-focus: oklch(0.95 0.005 95);
  --fh-here: oklch(0.78 0.12 155);
  --fh-here-soft: oklch(0.305 0.04 155);
  --fh-there: oklch(0.77 0.1 275);
  --fh-there-soft: oklch(0.315 0.05 275);
  --fh-attention: oklch(0.82 0.11 80);
  --fh-attention-mark: oklch(0.78 0.13 78);
  --fh-attention-soft: oklch(0.3 0.04 80);
  --fh-danger: oklch(0.75 0.13 25);
  --fh-shadow: 0 1px 2px oklch(0 0 0 / 0.4), 0 8px 24px oklch(0 0 0 / 0.35);
`;

const measures = css`
  :host {
    --fh-font: system-ui, sans-serif;
    --fh-mono: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", monospace;
    --fh-radius: 10px;
    --fh-radius-large: 16px;
    --fh-motion: 160ms ease-out;
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --fh-motion: 0s;
    }
  }
`;

export const tokens = [
  `:host { color-scheme: light dark; ${light} }`,
  `@media screen and (prefers-color-scheme: dark) { :host(:not([data-theme="light"])) { ${dark} } }`,
  `:host([data-theme="light"]) { color-scheme: light; }`,
  `@media screen { :host([data-theme="dark"]) { color-scheme: dark; ${dark} } }`,
  measures,
].join("\n");
