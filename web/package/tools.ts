/**
 * farhand/tools: the bodies of the built-in tools, and the client with them.
 * Without `tools` that client has all of them; pass `{ ...builtins, my_tool }`,
 * or some of them, to choose.
 */

export { connect } from "../tools/connect.ts";
export { builtins } from "../tools/index.ts";
export { hashes, type Tools } from "../gen/tools.ts";
