/** The settings panel. Adopted when the panel is first shown. */

import { css } from "./css.ts";

export const settings = css`
  .settings {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
    font-size: 0.875rem;
    line-height: 1.45;
  }

  .settings > section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }

  .settings > section + section {
    padding-block-start: 24px;
    border-block-start: 1px solid var(--fh-line);
  }

  .settings h3 {
    font-size: 1rem;
  }

  .settings .privacy {
    padding-block-start: 16px;
    border-block-start: 1px solid var(--fh-line);
    font-size: 0.78125rem;
  }

  /* A choice: its name, then what it is set to. */
  .setting {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, auto);
    align-items: center;
    gap: 4px 16px;
    min-block-size: 44px;
    margin: 0;
    padding: 0;
    border: 0;
  }

  /* A legend does not take part in a grid. */
  .setting legend {
    float: inline-start;
    padding: 0;
  }

  fieldset.setting {
    display: flex;
    justify-content: space-between;
  }

  .setting > .quiet,
  .setting > .fault {
    grid-column: 1 / -1;
  }

  .setting > span:first-child + .quiet {
    grid-column: 2;
  }

  .settings select {
    min-inline-size: 0;
    inline-size: 15rem;
    max-inline-size: 100%;
    min-block-size: 36px;
    padding-inline: 8px;
    border: 1px solid var(--fh-line-strong);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
    font-size: 0.875rem;
    text-overflow: ellipsis;
  }

  .pair {
    display: flex;
    gap: 8px;
    min-inline-size: 0;
  }

  .pair .small {
    flex: none;
  }

  .segments {
    display: flex;
    border: 1px solid var(--fh-line-strong);
    border-radius: var(--fh-radius);
  }

  .segments label {
    position: relative;
    cursor: pointer;
  }

  .segments input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }

  .segments span {
    display: grid;
    place-items: center;
    min-inline-size: 4.5rem;
    min-block-size: 34px;
    padding-inline: 12px;
    border-radius: 9px;
  }

  .segments input:checked + span {
    background: var(--fh-text);
    color: var(--fh-surface);
    font-weight: 600;
  }

  .segments input:focus-visible + span {
    outline: 2px solid var(--fh-focus);
    outline-offset: 2px;
  }

  .switch {
    appearance: none;
    position: relative;
    inline-size: 44px;
    block-size: 26px;
    margin: 0;
    border: 1px solid var(--fh-line-strong);
    border-radius: 99px;
    background: var(--fh-surface-soft);
    cursor: pointer;
    transition: background var(--fh-motion);
  }

  @media (pointer: coarse) {
    .setting label[for] {
      min-block-size: 44px;
      align-content: center;
    }
  }

  @media (pointer: coarse) {
    .setting label[for] {
      min-block-size: 44px;
      align-content: center;
    }
  }

  .switch::before {
    content: "";
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    inline-size: 18px;
    block-size: 18px;
    border-radius: 99px;
    background: var(--fh-line-strong);
    transition: inset-inline-start var(--fh-motion);
  }

  .switch:checked {
    border-color: var(--fh-text);
    background: var(--fh-text);
  }

  .switch:checked::before {
    inset-inline-start: 21px;
    background: var(--fh-surface);
  }

  .settings .list li {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 44px;
  }

  .settings .list .icon {
    color: var(--fh-here);
  }

  .settings .list .small {
    flex: none;
    margin-inline-start: auto;
  }

  .settings .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }

  .settings .fault {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    color: var(--fh-danger);
  }

  .settings [role="status"]:empty {
    display: none;
  }

  .question-box {
    display: grid;
    gap: 12px;
    padding: 12px 16px 16px;
    border: 1px solid var(--fh-attention-mark);
    border-radius: var(--fh-radius);
  }

  /* How full the memory is. */
  .sum {
    display: grid;
    gap: 6px;
  }

  .room {
    inline-size: 100%;
    block-size: 4px;
    border-radius: 99px;
    fill: var(--fh-here);
  }

  .room .all {
    fill: var(--fh-surface-soft);
  }

  /* One entry: its key, what is known of it, and a way out. */
  .entries {
    border-block: 1px solid var(--fh-line);
  }

  .entry {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 0 12px;
    min-block-size: 44px;
  }

  .entry + .entry {
    border-block-start: 1px solid var(--fh-line);
  }

  .entry .fold {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 44px;
    padding: 4px 0;
    border: 0;
    border-radius: 6px;
    background: none;
    font-weight: 600;
    text-align: start;
  }

  .entry .fold .icon {
    transition: rotate var(--fh-motion);
  }

  .entry .fold[aria-expanded="true"] .icon {
    rotate: 180deg;
  }

  .entry .facts {
    display: flex;
    gap: 12px;
    padding: 0;
    border: 0;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  .entry .inside {
    grid-column: 1 / -1;
    padding-block: 0 16px;
    padding-inline-start: 24px;
  }

  .entry.gone {
    grid-template-columns: minmax(0, 1fr) auto;
    color: var(--fh-text-quiet);
  }

  .entry.gone p {
    padding-inline-start: 24px;
  }

  /* Both times lie on one place, so that nothing moves. */
  .when {
    display: inline-grid;
    justify-items: end;
    border-radius: 4px;
  }

  .when span {
    grid-area: 1 / 1;
  }

  .when span + span,
  .when:hover span:first-child,
  .when:focus span:first-child {
    opacity: 0;
  }

  .when:hover span + span,
  .when:focus span + span {
    opacity: 1;
  }

  @media (pointer: coarse) {
    .settings select,
    .segments span {
      min-block-size: 44px;
    }

    .settings select {
      font-size: 1rem;
    }
  }

  @container space (max-width: 560px) {
    .setting,
    fieldset.setting {
      grid-template-columns: minmax(0, 1fr);
      flex-wrap: wrap;
    }

    .setting:has(.switch) {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .settings select,
    .setting .pair,
    .segments {
      inline-size: 100%;
    }

    .segments label {
      flex: 1;
    }

    .segments span {
      min-inline-size: 0;
      padding-inline: 4px;
    }

    .entry {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .entry .facts {
      grid-row: 2;
      grid-column: 1;
      padding-inline-start: 24px;
      padding-block-end: 8px;
    }

    .entry .bare {
      grid-row: 1 / 3;
      grid-column: 2;
    }

    .when {
      justify-items: start;
    }
  }

  @media (forced-colors: active) {
    .segments input:checked + span {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }

    .switch::before {
      background: ButtonText;
    }

    .switch:checked {
      forced-color-adjust: none;
      background: Highlight;
    }

    .switch:checked::before {
      background: HighlightText;
    }

    .room {
      forced-color-adjust: none;
      block-size: 6px;
      border: 1px solid CanvasText;
      fill: Highlight;
    }

    .room .all {
      fill: Canvas;
    }
  }
`;
