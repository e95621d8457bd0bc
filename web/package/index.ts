/**
 * farhand: the client without a user interface. `connect` has no tools but
 * those that it is given; the one of farhand/tools has the built-in ones, too.
 */

export { connect } from "../client/index.ts";
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
