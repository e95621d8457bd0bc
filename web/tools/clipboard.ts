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
 * denied permission, a missing click, or, after a click, a prompt that was
 * closed; the permission's state tells of the first.
 */
export async function clipboardError(
  thrown: unknown,
  permission: string,
  clicked: boolean,
): Promise<unknown> {
  const refused =
    thrown instanceof DOMException && thrown.name === "NotAllowedError";
  if (!refused) return thrown;
  const blocked = (await permissionState(permission)) === "denied";
  if (!blocked && !clicked) return needsClick();
  return new ToolError(
    "permission_denied",
    blocked
      ? "the user blocks the clipboard for this site"
      : "the user closed the prompt without an answer; it comes again if they ask again",
    blocked ? "blocked" : "dismissed",
  );
}

/** A click was there a moment ago; false where the browser does not tell. */
export function justClicked(): boolean {
  return navigator.userActivation?.isActive ?? false;
}

function needsClick(): ToolError {
  return new ToolError(
    "needs_gesture",
    "the browser gives access to the clipboard only after a click in the page",
  );
}
