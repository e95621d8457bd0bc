/** The strip about the contract's file. */

import { css } from "./css.ts";

export const contract = css`
  .contract .faults {
    align-items: start;
  }

  .contract .faults > div {
    min-inline-size: 0;
  }

  .contract .faults ul {
    max-block-size: 9rem;
    overflow: auto;
  }

  .contract code {
    font: 0.8125rem var(--fh-mono);
  }
`;
