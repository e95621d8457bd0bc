/** What an answer in Markdown consists of. */

import { css } from "./css.ts";

export const markdown = css`
  .words :is(h3, h4, h5, h6) {
    margin-block: 12px 0;
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
  }

  .words > :first-child {
    margin-block-start: 0;
  }

  .words h3 {
    font-size: 1.25rem;
    letter-spacing: -0.01em;
  }

  .words h4 {
    font-size: 1.0625rem;
  }

  .words :is(h5, h6) {
    font-size: 1rem;
  }

  .words h6 {
    color: var(--fh-text-quiet);
  }

  .words :is(li, blockquote) :is(p, .item, h3, h4, h5, h6) {
    unicode-bidi: plaintext;
  }

  .words strong {
    font-weight: 600;
  }

  .words :is(ul, ol) {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    margin: 0;
    padding: 0;
    padding-inline-start: 24px;
  }

  .words ul {
    list-style: disc;
  }

  .words ol {
    list-style: decimal;
  }

  .words ol > li {
    font-variant-numeric: tabular-nums;
  }

  .words li {
    padding-inline-start: 4px;
  }

  .words li::marker {
    color: var(--fh-text-quiet);
  }

  .words li > :is(ul, ol, p, blockquote, .code, .table) {
    margin-block-start: 4px;
  }

  .words li > p:first-child {
    margin-block-start: 0;
  }

  .words li.task {
    position: relative;
    list-style: none;
  }

  .words .box {
    position: absolute;
    display: flex;
    align-items: center;
    inset-inline-start: -24px;
    block-size: 1.55em;
    color: var(--fh-text-quiet);
  }

  .words blockquote {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    margin: 0;
    padding-inline-start: 16px;
    border-inline-start: 2px solid var(--fh-line-strong);
    color: var(--fh-text-quiet);
  }

  .words hr {
    inline-size: 100%;
    block-size: 0;
    margin-block: 8px;
    border: 0;
    border-block-start: 1px solid var(--fh-line);
  }

  .words a {
    color: inherit;
    text-decoration-color: var(--fh-line-strong);
    text-underline-offset: 3px;
  }

  .words a .host {
    color: var(--fh-text-quiet);
    font-size: 0.875em;
  }

  @media (hover: hover) {
    .words a:hover {
      text-decoration-color: currentColor;
    }
  }

  .words code {
    font-family: var(--fh-mono);
    font-size: 0.875em;
    unicode-bidi: isolate;
  }

  .words :not(pre) > code {
    padding: 1px 5px;
    border-radius: 6px;
    background: var(--fh-surface-soft);
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
    white-space: pre-wrap;
  }

  .code {
    overflow: hidden;
    min-inline-size: 0;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius);
    text-align: start;
  }

  .code .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 8px;
    min-block-size: 36px;
    padding-inline: 12px 4px;
    border-block-end: 1px solid var(--fh-line);
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
  }

  .code pre {
    overflow: auto hidden;
    padding: 12px;
    background: var(--fh-surface-raised);
    font: 0.8125rem/1.55 var(--fh-mono);
    overflow-wrap: normal;
    tab-size: 2;
  }

  .code pre code {
    font-size: inherit;
  }

  .code pre:focus-visible,
  .table:focus-visible {
    outline-offset: -2px;
  }

  .table {
    overflow: auto hidden;
    min-inline-size: 0;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius);
  }

  .table table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
    line-height: 1.45;
    overflow-wrap: normal;
  }

  .table :is(th, td) {
    min-inline-size: 5rem;
    max-inline-size: 24rem;
    padding: 8px 12px;
    text-align: start;
    vertical-align: top;
    overflow-wrap: break-word;
  }

  .table th {
    font-weight: 600;
    white-space: nowrap;
  }

  .table tbody :is(th, td) {
    border-block-start: 1px solid var(--fh-line);
  }

  .table .center {
    text-align: center;
  }

  .table .right {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  /* What can be done with an answer, a block of code, a message. */
  .quiet-act {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-block-size: 28px;
    padding: 2px 8px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--fh-text-quiet);
    font: inherit;
    font-size: 0.78125rem;
    line-height: 1.3;
  }

  .quiet-act .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  @media (hover: hover) {
    .quiet-act:hover {
      background: var(--fh-surface-soft);
      color: var(--fh-text);
    }
  }

  .refused {
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    line-height: 1.3;
  }

  @media (pointer: coarse) {
    .quiet-act {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }

  @media (forced-colors: active) {
    .words :not(pre) > code {
      border: 1px solid;
    }
  }
`;
