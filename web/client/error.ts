/** How a tool fails, and what becomes of whatever a body throws. */

import type { CallError, Code, FinalState } from "../gen/protocol.ts";
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

/** The longest message that leaves the page, in characters. */
export const maxMessage = 500;

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

/** Whatever was thrown, as code and message; the stack stays behind. Never throws. */
export function callError(thrown: unknown): CallError {
  const silent = "the tool failed without saying why";
  try {
    const message = messageOf(thrown);
    return { code: codeOf(thrown), message: cut(message || silent) };
  } catch {
    return { code: "failed", message: silent };
  }
}

function codeOf(thrown: unknown): Code {
  if (thrown instanceof ToolError) return thrown.code;
  if (thrown instanceof DOMException) {
    if (thrown.name === "NotAllowedError") return "permission_denied";
    if (thrown.name === "AbortError") return "cancelled";
  }
  return "failed";
}

/** A page's own error may have anything as its message. */
function messageOf(thrown: unknown): string {
  if (thrown === undefined) return "";
  return String(thrown instanceof Error ? thrown.message : thrown);
}

function cut(text: string): string {
  return text.length <= maxMessage ? text : text.slice(0, maxMessage - 1) + "…";
}
