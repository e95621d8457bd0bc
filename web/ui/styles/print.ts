/** On paper: the conversation from its beginning to its end, in dark ink, and nothing to press. */

import { css } from "./css.ts";

export const print = css`
  @media print {
    .space,
    .chat,
    .scroller,
    .log {
      display: block;
      block-size: auto;
      overflow: visible;
    }

    .log > .column {
      min-block-size: 0;
    }

    .stretch.whole {
      content-visibility: visible;
    }

    .card {
      break-inside: avoid;
    }

    .chat :is(button, .composer, .connection, .about, .contract) {
      display: none;
    }
  }
`;
