/**
 * /chat.js: the conversation with everything that belongs to it, for a page of
 * your own that brings tools along. An ES module, served by the server beside
 * its socket; what it needs later it fetches from /parts/.
 *
 *     <farhand-chat></farhand-chat>
 *     <script type="module" src="/my-page.js"></script>
 *
 *     import { builtins, openChat, ToolError } from "/chat.js";
 *
 *     openChat(document.querySelector("farhand-chat"), {
 *       tools: {
 *         ...builtins,
 *         cart_add: ({ count }) => ({ items: addToCart(count) }),
 *       },
 *     });
 *
 * The element is as high as its parent. It returns the client that
 * web/client/api.ts describes. With -dev, or after a switch in Settings, the
 * inspector runs any tool by hand. A page without the element takes /client.js.
 */

export { ToolError } from "../client/error.ts";
export { builtins } from "../tools/late.ts";
export { openChat } from "./open.ts";
