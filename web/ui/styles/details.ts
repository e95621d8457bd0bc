/** What opens and closes. */

import { css } from "./css.ts";

export const details = css`
  summary {
    list-style: none;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  .icon-chevron {
    inline-size: 16px;
    block-size: 16px;
    color: var(--fh-text-quiet);
    transition: rotate var(--fh-motion);
  }

  details[open] > summary > .icon-chevron {
    rotate: 180deg;
  }
`;
