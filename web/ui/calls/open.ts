/** Which calls are open. */

import type { CallView } from "../../client/api.ts";

/** Whether a call has not ended yet. */
export function isCallOpen(call: CallView): boolean {
  switch (call.state) {
    case "requested":
    case "delivered":
    case "awaiting_user":
    case "running":
      return true;
    case "succeeded":
    case "failed":
    case "denied":
    case "timed_out":
    case "cancelled":
    case "interrupted":
      return false;
    default:
      return call.state satisfies never;
  }
}
