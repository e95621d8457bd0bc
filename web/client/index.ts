/** The client in one piece. */

import type { Tools } from "../gen/tools.ts";
import type { Client, Options, ToolMap } from "./api.ts";
import { connectUsing } from "./connect.ts";
import { execute } from "./execution.ts";

/**
 * Connects at once and stays connected until `close`. Every trouble with that
 * is a status.
 */
export function connect<M extends ToolMap = Tools>(
  options: Options<M> = {},
): Client<M> {
  return connectUsing(execute, options);
}
