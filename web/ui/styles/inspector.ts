/** The inside of the inspector; fetched with it. The dock itself is in dock.ts. */

import { css } from "./css.ts";

export const inspector = css`
  .inspector {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    grid-template-columns: minmax(0, 1fr);
    min-block-size: 0;
    font-size: 0.875rem;
    line-height: 1.45;
  }

  .tabs {
    display: flex;
    gap: 4px;
    overflow-x: auto;
    padding-inline: 12px;
    border-block-end: 1px solid var(--fh-line);
  }

  .tabs [role="tab"] {
    min-block-size: 40px;
    padding: 4px 10px;
    border: 0;
    border-block-end: 2px solid transparent;
    background: none;
    color: var(--fh-text-quiet);
    white-space: nowrap;
  }

  .tabs [role="tab"][aria-selected="true"] {
    border-block-end-color: currentColor;
    color: var(--fh-text);
    font-weight: 600;
  }

  .tabs [role="tab"]:focus-visible {
    outline-offset: -2px;
  }

  .part-of {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 16px;
    overflow: hidden auto;
    overscroll-behavior: contain;
    padding: 16px;
    padding-block-end: max(24px, env(safe-area-inset-bottom));
  }

  .part-of.frames {
    overflow: hidden;
    align-content: stretch;
  }

  .inspector code,
  .inspector pre {
    font-family: var(--fh-mono);
    font-size: 0.8125rem;
  }

  .inspector h3,
  .inspector h4 {
    font-size: 0.875rem;
  }

  .inspector pre {
    max-block-size: 22rem;
    overflow: auto;
    padding: 12px;
    border-radius: 8px;
    background: var(--fh-surface-soft);
    line-height: 1.5;
    tab-size: 2;
    white-space: pre-wrap;
    unicode-bidi: plaintext;
  }

  .inspector .preview {
    max-block-size: none;
  }

  .inspector .note {
    color: var(--fh-attention);
  }

  .inspector .wrong {
    color: var(--fh-danger);
  }

  .inspector .wrong:empty {
    display: none;
  }

  .inspector .part {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }

  .inspector .facts {
    padding: 0;
    border: 0;
  }

  .inspector .facts .row {
    grid-template-columns: minmax(0, 10rem) minmax(0, 1fr);
  }

  .inspector .facts dd {
    color: var(--fh-text);
  }

  .inspector .chip {
    padding: 0 8px;
    border: 1px solid var(--fh-line);
    border-radius: 99px;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    line-height: 1.5;
  }

  .inspector [data-state="asks"] > details .chip {
    border-color: var(--fh-attention-mark);
    color: var(--fh-attention);
  }

  .inspector [data-state="off"] > details :is(.name, summary > .icon) {
    color: var(--fh-text-quiet);
  }

  /* Lists of tools and of calls. */
  .inspector .list {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }

  .inspector .entry {
    border: 1px solid var(--fh-line);
    background: var(--fh-surface-raised);
  }

  .inspector .entry + .entry {
    border-block-start: 0;
  }

  .inspector .entry:first-child {
    border-start-start-radius: var(--fh-radius);
    border-start-end-radius: var(--fh-radius);
  }

  .inspector .entry:last-child {
    border-end-start-radius: var(--fh-radius);
    border-end-end-radius: var(--fh-radius);
  }

  .inspector .entry > details > summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    min-block-size: 44px;
    padding: 8px 12px;
    border-radius: var(--fh-radius);
  }

  .inspector .entry > details > summary > .icon:first-child {
    color: var(--fh-here);
  }

  .inspector .entry > details > summary > .chip {
    margin-inline-start: auto;
  }

  .inspector .entry > details > summary:focus-visible {
    outline-offset: -2px;
  }

  .inspector .name {
    font-weight: 600;
  }

  .inspector .inside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    gap: 16px;
    padding: 4px 12px 16px;
  }

  .inspector .inside > .part,
  .inspector .inside > .facts {
    inline-size: 100%;
  }

  .inspector .call {
    display: grid;
    gap: 4px;
    padding: 8px 12px 12px;
  }

  .inspector .line {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
  }

  .inspector .call .chip {
    margin-inline-start: auto;
  }

  /* Schemas. */
  .inspector .tree {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }

  .inspector .tree .tree {
    margin-block-start: 8px;
    padding-inline-start: 12px;
    border-inline-start: 1px solid var(--fh-line);
  }

  .inspector .type,
  .inspector .mark,
  .inspector .hints,
  .inspector .must {
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    font-weight: 400;
  }

  .inspector .must {
    color: var(--fh-text);
  }

  .inspector .hints:empty {
    display: none;
  }

  /* The form. */
  .inspector .sheet,
  .inspector .fields,
  .inspector .items,
  .inspector .arg,
  .inspector .choice,
  .inspector .chosen {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-inline-size: 0;
  }

  .inspector .sheet,
  .inspector .fields,
  .inspector .items {
    gap: 16px;
  }

  .inspector .items > .small {
    justify-self: start;
  }

  .inspector .arg,
  .inspector .choice,
  .inspector .chosen {
    gap: 4px;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .inspector .choice {
    gap: 8px;
  }

  .inspector .chosen {
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--fh-line);
  }

  .inspector .nest {
    gap: 8px;
    padding-inline-start: 12px;
    border-inline-start: 2px solid var(--fh-line);
  }

  .inspector .nest > legend {
    float: inline-start;
    inline-size: 100%;
    padding: 0;
  }

  .inspector .nest > :is(.small, .link, .bare) {
    justify-self: start;
  }

  .inspector .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
  }

  .inspector :is(.head > label, .nest > legend) {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
  }

  .inspector .name .quiet {
    margin-inline-start: 6px;
    font-weight: 400;
  }

  .inspector
    :is(input:not([type="checkbox"], [type="radio"]), select, textarea) {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 36px;
    padding: 6px 10px;
    border: 1px solid var(--fh-line-strong);
    border-radius: 8px;
    background: var(--fh-surface-raised);
    font-size: 0.875rem;
    line-height: 1.45;
  }

  .inspector textarea {
    max-block-size: 20rem;
    resize: vertical;
    field-sizing: content;
  }

  .inspector textarea.code {
    min-block-size: 60px;
    font-family: var(--fh-mono);
    font-size: 0.8125rem;
  }

  .inspector [aria-invalid="true"] {
    border-color: var(--fh-danger);
  }

  .inspector .modes {
    display: inline-flex;
    justify-self: start;
    border: 1px solid var(--fh-line-strong);
    border-radius: 8px;
  }

  .inspector .mode {
    position: relative;
    display: inline-grid;
    place-items: center;
    min-block-size: 34px;
    padding: 4px 14px;
    border-radius: 7px;
    cursor: pointer;
  }

  .inspector .mode input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }

  .inspector .mode:focus-within:has(:focus-visible) {
    outline: 2px solid var(--fh-focus);
    outline-offset: 2px;
  }

  .inspector .mode.on {
    background: var(--fh-surface-soft);
    font-weight: 600;
  }

  .inspector .mode:has(:disabled) {
    color: var(--fh-text-quiet);
    cursor: not-allowed;
  }

  .inspector .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }

  .inspector .strong {
    border-color: var(--fh-text);
    background: var(--fh-text);
    color: var(--fh-surface);
    font-weight: 600;
  }

  .inspector .strong:disabled {
    border-color: var(--fh-line);
    background: var(--fh-surface-soft);
    color: var(--fh-text-quiet);
  }

  .inspector .link {
    min-block-size: 28px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    text-decoration: underline;
    text-decoration-color: var(--fh-line-strong);
    text-underline-offset: 3px;
  }

  .inspector .check {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 36px;
  }

  .inspector .check input {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    accent-color: var(--fh-text);
  }

  .inspector .runs,
  .inspector .ran {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }

  .inspector .runs {
    padding-block-start: 16px;
    border-block-start: 1px solid var(--fh-line);
  }

  .inspector .ran + .ran {
    padding-block-start: 12px;
    border-block-start: 1px solid var(--fh-line);
  }

  .inspector .ran > header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
  }

  .inspector .ran > header .link {
    margin-inline-start: auto;
  }

  /* A column as narrow as a phone. */
  .inspector .card summary {
    grid-template-columns: auto minmax(0, 1fr) auto auto;
  }

  .inspector .card .gist {
    display: none;
  }

  /* The frames. */
  .inspector .frames > .frames,
  .inspector div.frames {
    display: grid;
    grid-template-rows: auto auto minmax(0, 1fr) auto;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    min-block-size: 0;
  }

  .inspector .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }

  .inspector .bar input[type="search"] {
    flex: 1 1 12rem;
    inline-size: auto;
  }

  .inspector .bar select {
    flex: none;
    inline-size: auto;
  }

  .inspector .rolling {
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
  }

  .inspector .frame {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 30px;
  }

  .inspector .frame + *,
  .inspector .beats + * {
    border-block-start: 1px solid var(--fh-line);
  }

  .inspector .frame summary,
  .inspector .beats {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 30px;
    padding: 2px 10px;
    font-size: 0.78125rem;
    font-variant-numeric: tabular-nums;
  }

  .inspector .frame summary:focus-visible {
    outline-offset: -2px;
  }

  .inspector .frame code {
    flex: none;
    font-size: 0.78125rem;
  }

  .inspector .frame time,
  .inspector .beats time,
  .inspector .size,
  .inspector .id {
    color: var(--fh-text-quiet);
  }

  .inspector .frame time,
  .inspector .beats time,
  .inspector .size {
    flex: none;
    font-family: var(--fh-mono);
    font-size: 0.71875rem;
  }

  .inspector .way {
    display: grid;
    color: var(--fh-there);
  }

  .inspector [data-way="sent"] .way {
    color: var(--fh-here);
  }

  .inspector .way .icon {
    inline-size: 14px;
    block-size: 14px;
  }

  .inspector .id {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .inspector .frame pre {
    margin: 4px 10px 10px;
  }

  @media (pointer: coarse) {
    .tabs [role="tab"],
    .inspector .mode,
    .inspector .link,
    .inspector .check,
    .inspector .frame summary,
    .inspector
      :is(input:not([type="checkbox"], [type="radio"]), select, textarea) {
      min-block-size: 44px;
    }

    .inspector
      :is(input:not([type="checkbox"], [type="radio"]), select, textarea) {
      font-size: 1rem;
    }
  }

  @media (forced-colors: active) {
    .tabs [role="tab"][aria-selected="true"] {
      border-block-end-color: Highlight;
    }

    .inspector .mode.on {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }

    .inspector .strong,
    .inspector .strong:disabled {
      border: 2px solid;
      background: ButtonFace;
      color: ButtonText;
    }

    .inspector .strong:disabled {
      color: GrayText;
    }
  }
`;
