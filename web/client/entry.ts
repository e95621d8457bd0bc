/**
 * /client.js: Farhand for a page of your own. An ES module without
 * dependencies, served by the server beside its socket.
 *
 *     import { connect, builtins, ToolError } from "/client.js";
 *
 *     const client = connect({
 *       // url: "wss://assistant.example/ws",     default: /ws on the page's host
 *       tools: {
 *         ...builtins,                            leave tools out for just these
 *         async cart_add({ sku }, { signal, awaitUser }) {
 *           const response = await fetch(`/cart/${sku}`, { method: "POST", signal });
 *           if (!response.ok) throw new ToolError("failed", "the shop refused it");
 *           return { items: (await response.json()).items };   plain JSON only
 *         },
 *       },
 *       approve: async ({ reason }) => (await myDialog(reason)) ? "once" : "deny",
 *     });
 *     client.on("text", ({ delta }) => output.append(delta));
 *     client.on("call", ({ name, state, code }) => log(name, state, code));
 *     client.on("session", () => client.send("Put two of these into my cart"));
 *
 * A tool needs its entry in the server's tools.json; a body without one is
 * ignored. `approve` must resolve from a real click, else tools that ask are
 * not offered. In TypeScript, generate the types of your contract
 * (`npx farhand types tools.json -o my-tools.ts`) and call
 * `connect<Tools>({ hashes, tools })`; every door is described in api.ts.
 */

export { ToolError } from "./error.ts";
export { builtins } from "../tools/index.ts";
export { connect } from "../tools/connect.ts";
