/** The client with the built-in bodies. */

import type { Client, Options, ToolMap } from "../client/api.ts";
import { connect as connectBare } from "../client/index.ts";
import type { Tools } from "../gen/tools.ts";
import { connectWith } from "./connect_with.ts";
import { builtins } from "./index.ts";

/**
 * As web/client's connect, with some additions: without `tools` the built-in
 * bodies are used, and their schema hashes are known. Stop, reset, close and
 * another user silence speech, and signOut can forget the memory. Pass `tools` to choose: `{ ...builtins, my_tool }`.
 */
export function connect<M extends ToolMap = Tools>(
  options: Options<M> = {},
): Client<M> {
  return connectWith(builtins, connectBare, options);
}
