/** The panel "What can you do?". Adopted when it is first shown. */

import { css } from "./css.ts";

export const toolbox = css`
  .toolbox {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    font-size: 0.875rem;
    line-height: 1.45;
  }

  .notice-insecure {
    display: flex;
    gap: 8px;
    padding: 10px 12px;
    border: 1px solid var(--fh-attention-mark);
    border-radius: var(--fh-radius);
    background: var(--fh-attention-soft);
  }

  .notice-insecure .icon {
    color: var(--fh-attention);
  }

  .tool {
    --place: var(--fh-here);
    --place-soft: var(--fh-here-soft);
    display: grid;
    grid-template-columns: 30px minmax(0, 1fr) fit-content(50%);
    align-items: center;
    gap: 0 12px;
    padding-block: 12px;
    border-block-start: 1px solid var(--fh-line);
  }

  .tool[data-where="server"] {
    --place: var(--fh-there);
    --place-soft: var(--fh-there-soft);
  }

  .tool[data-standing="off"] {
    --place: var(--fh-text-quiet);
    --place-soft: var(--fh-surface-soft);
  }

  .tool .place {
    grid-row: 1 / 3;
  }

  .tool .where {
    grid-row: 2;
    grid-column: 2;
    color: var(--fh-text-quiet);
    font-size: 0.78125rem;
  }

  .tool .standing {
    display: flex;
    grid-row: 1 / 3;
    grid-column: 3;
    align-items: center;
    gap: 6px;
    color: var(--fh-text-quiet);
  }

  .tool .standing .icon {
    inline-size: 16px;
    block-size: 16px;
  }

  .tool[data-standing="ready"] .standing .icon,
  .tool[data-standing="allowed"] .standing .icon {
    color: var(--place);
  }

  .tool[data-standing="asks"] .standing {
    color: var(--fh-attention);
  }

  .tool .fix {
    grid-column: 2 / 4;
    padding-block-start: 6px;
    unicode-bidi: plaintext;
  }

  .tool .tries {
    display: flex;
    flex-wrap: wrap;
    grid-column: 2 / 4;
    gap: 8px;
    padding-block-start: 10px;
  }

  .tool .tries .small {
    text-align: start;
  }

  .tool .tries .small:disabled {
    color: var(--fh-text-quiet);
  }

  @container space (max-width: 420px) {
    .tool {
      grid-template-columns: 30px minmax(0, 1fr);
    }

    .tool .standing {
      grid-row: 3;
      grid-column: 2;
    }

    .tool .fix,
    .tool .tries {
      grid-column: 2;
    }
  }
`;
