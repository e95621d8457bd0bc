/** What the two clipboard tools share. */

import { ToolError } from "../client/error.ts";
import { permissionState } from "./availability.ts";

/**
 * The clipboard answers only a page with focus, in some browsers only during a
 * click. Without focus there is no point in trying: a click gives it.
 */
export function needFocus(): void {
  if (!document.hasFocus()) throw needsClick();
}

/**
 * What to throw for a rejection of the clipboard. NotAllowedError means a
 * denied permission or a missing click; the permission's state tells which.
 */
export async function clipboardError(
  thrown: unknown,
  permission: string,
): Promise<unknown> {
  const refused =
    thrown instanceof DOMException && thrown.name === "NotAllowedError";
  if (!refused) return thrown;
  if ((await permissionState(permission)) !== "denied") return needsClick();
  return new ToolError(
    "permission_denied",
    "the user does not allow this page to use the clipboard",
  );
}

function needsClick(): ToolError {
  return new ToolError(
    "needs_gesture",
    "the browser gives access to the clipboard only after a click in the page",
  );
}
