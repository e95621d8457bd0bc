/** How a tool fails. */

import type { Code, FinalState } from "../gen/protocol.ts";
import type { Why } from "./api.ts";

/**
 * The error of a body that knows its code. The message is for the model: what
 * happened and what to do next, without stack or private data. `why` is for the
 * person and stays in the page.
 */
export class ToolError extends Error {
  readonly code: Code;
  readonly why: Why | undefined;

  constructor(code: Code, message: string, why?: Why) {
    super(message);
    this.name = "ToolError";
    this.code = code;
    this.why = why;
  }
}

/** The state that a code leads to, as internal/protocol/codes.go has it. */
export function stateOf(code: Code): FinalState {
  return states[code] ?? "failed"; // as a code of a newer server, too
}

const states: { readonly [C in Code]?: FinalState } = {
  denied: "denied",
  permission_denied: "denied",
  not_delivered: "timed_out",
  timeout: "timed_out",
  cancelled: "cancelled",
  disconnected: "cancelled",
  interrupted: "interrupted",
  budget: "cancelled",
};
