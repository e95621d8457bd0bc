import type { BodyOf } from "./body.ts";
import { clipboardError, justClicked, needFocus } from "./clipboard.ts";
import { needs } from "./needs.ts";

/**
 * Reads at once, before anything that takes time, while the click of the
 * approval still counts. The browser may show a prompt or a Paste button of
 * its own; until it answers, the call waits for the user.
 */
export const clipboardRead: BodyOf<"clipboard_read"> = {
  available: needs.clipboard_read,
  async run(_args, { awaitUser }) {
    needFocus();
    const clicked = justClicked();
    try {
      return { text: await awaitUser(navigator.clipboard.readText()) };
    } catch (thrown) {
      throw await clipboardError(thrown, "clipboard-read", clicked);
    }
  },
};
