/** What late.ts fetches: what runs a call, and the bodies. */

export { execute } from "../client/execution.ts";
export { builtins } from "./index.ts";
