/**
 * farhand: the client without a user interface. `connect` has no tools but
 * those that it is given; the one of farhand/tools has the built-in ones, too.
 * What runs a call is a file of its own, which comes when a turn begins.
 */

import type { Client, Options, ToolMap } from "../client/api.ts";
import { connectLate, once } from "../client/late.ts";

const fetched = once(() => import("../client/execution.ts"));

/**
 * Connects at once and stays connected until `close`. Every trouble with that
 * is a status.
 * Without a map of the tools, as `farhand types` writes it, any body goes.
 */
export function connect<M extends ToolMap = ToolMap>(
  options: Options<M> = {},
): Client<M> {
  return connectLate(fetched, options);
}

export { ToolError } from "../client/error.ts";
export type * from "../client/api.ts";
export type {
  Code,
  OfferedTool,
  ServerFrame,
  ServerHello,
  Snapshot,
  WithheldTool,
} from "../gen/protocol.ts";
