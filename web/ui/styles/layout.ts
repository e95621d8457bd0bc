/** Header, scrolling column, empty state, foot. */

import { css, whereLow } from "./css.ts";

const common = css`
  .chat {
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
    block-size: 100%;
    min-inline-size: 0;
  }

  .column,
  .composer,
  .connection,
  .about,
  .contract {
    inline-size: 100%;
    max-inline-size: calc(var(--fh-column, 44rem) + 2 * 24px);
    margin-inline: auto;
    padding-inline: 24px;
  }

  .header {
    border-block-end: 1px solid var(--fh-line);
  }

  .header .column {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 60px;
    padding-block: 8px;
  }

  .header .tools {
    display: flex;
    flex: none;
    gap: 8px;
  }

  /* One above the other where there is no room beside: neither is cut for the other's sake. */
  .who {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    gap: 1px 12px;
    min-inline-size: 0;
    line-height: 1.3;
  }

  .header h1 {
    flex: none;
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 1rem;
    letter-spacing: -0.01em;
  }

  .pill {
    min-inline-size: 0;
    overflow: hidden;
    padding: 2px 10px;
    border: 1px solid var(--fh-line);
    border-radius: 99px;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    line-height: 1.5;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .pill.demo {
    border-color: var(--fh-attention-mark);
    background: var(--fh-attention-soft);
    color: var(--fh-attention);
  }

  .menu {
    position: relative;
  }

  .scroller {
    position: relative;
    isolation: isolate;
    min-block-size: 0;
  }

  .foot {
    padding-block-start: 8px;
  }

  .log {
    block-size: 100%;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  @container space (min-width: 800px) {
    .log {
      scrollbar-gutter: stable both-edges;
    }
  }

  .log:focus-visible {
    outline-offset: -2px;
  }

  /* Positioned, so that what is only for screen readers scrolls along. */
  .log > .column {
    position: relative;
    display: flow-root;
    min-block-size: 100%;
    padding-block: 16px 40px;
  }

  .empty {
    display: grid;
    gap: 24px;
    justify-items: center;
    padding-block: clamp(24px, 16cqb, 160px) 24px;
  }

  .welcome {
    max-inline-size: 30rem;
    font-size: 1.1875rem;
    line-height: 1.5;
    text-align: center;
    text-wrap: balance;
  }

  .prompts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px;
    inline-size: 100%;
    max-inline-size: 36rem;
  }

  .prompt {
    display: flex;
    align-items: center;
    gap: 12px;
    inline-size: 100%;
    block-size: 100%;
    min-block-size: 52px;
    padding-block: 8px;
    padding-inline: 14px 16px;
    border: 1px solid var(--fh-line);
    border-radius: var(--fh-radius);
    background: var(--fh-surface-raised);
    font-size: 0.875rem;
    line-height: 1.35;
    text-align: start;
    transition: border-color var(--fh-motion);
  }

  .prompt .icon {
    color: var(--fh-here);
  }

  .prompt:disabled {
    color: var(--fh-text-quiet);
  }

  .prompt:disabled .icon {
    color: inherit;
  }

  @media (hover: hover) {
    .prompt:hover:enabled {
      border-color: var(--fh-line-strong);
    }
  }

  .more {
    display: grid;
    gap: 8px;
    justify-items: center;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
    text-align: center;
  }

  .more > p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 8px 12px;
  }
`;

/* The panel of a launcher, an element in a page: all that can be tried is in sight. */
const rather = css`
  .empty {
    gap: 16px;
    padding-block: clamp(4px, 4cqb, 24px) 8px;
  }

  .welcome {
    font-size: 1.0625rem;
    line-height: 1.4;
  }

  .prompts {
    gap: 6px;
  }

  .prompt {
    min-block-size: 44px;
    padding-block: 4px;
  }

  .log > .column {
    padding-block-end: 16px;
  }
`;

/* A phone on its side, a keyboard on the screen, a page at 400 %. */
const low = css`
  .header .column {
    min-block-size: 48px;
    padding-block: 2px;
  }

  .log > .column {
    padding-block: 4px 16px;
  }
`;

const narrow = css`
  @container space (max-width: 560px) {
    .column,
    .about,
    .contract {
      padding-inline: 16px;
    }

    .header .column {
      gap: 8px;
      padding-inline-end: 8px;
    }

    .header .tools {
      gap: 4px;
    }

    .pill {
      padding: 0 8px;
      line-height: 1.4;
    }

    .log > .column {
      padding-block: 8px 32px;
    }

    .prompts {
      grid-template-columns: minmax(0, 1fr);
    }

    .empty {
      padding-block-start: clamp(16px, 6cqb, 48px);
    }
  }

  /* An icon alone where there is little room. */
  @container space (max-width: 640px) {
    .header .new {
      min-inline-size: 36px;
      padding-inline: 7px;
    }

    .header .new span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }

  /* The menu has them, too. */
  @container space (max-width: 480px) {
    .header .tools:has(> .leave) > .cog:not(.braces) {
      display: none;
    }
  }

  @container space (max-width: 340px) {
    .header .tools {
      gap: 0;
    }

    .header .tools > .cog:not(.braces) {
      display: none;
    }
  }

  @container space (max-width: 640px) {
    @media (pointer: coarse) {
      .header .new {
        min-inline-size: 44px;
      }
    }
  }
`;

export const layout = common + narrow + whereLow(rather, 720) + whereLow(low);
