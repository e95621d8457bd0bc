/**
 * farhand/element: defines <farhand-chat>, the same as /embed/v1.js does, from
 * the files of this package. Its server is the one of the page, unless the
 * attribute `server` names another. Without a browser it defines nothing.
 */

import { define } from "../embed/element.ts";

export type * from "./element.types.ts";

if (typeof customElements !== "undefined") {
  define({
    server: new URL("/", document.baseURI).href,
    rest: () => import("../embed/rest.ts"),
  });
}
