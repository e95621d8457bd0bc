/** What becomes of whatever a body throws. */

import type { CallError, Code } from "../gen/protocol.ts";
import { ToolError } from "./error.ts";

/** The longest message that leaves the page, in characters. */
export const maxMessage = 500;

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
