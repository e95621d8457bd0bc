import type { BodyOf } from "./body.ts";
import { clipboardError, needFocus } from "./clipboard.ts";
import { needs } from "./needs.ts";

/** `characters` counts code points, as maxLength of JSON Schema does. */
export const clipboardWrite: BodyOf<"clipboard_write"> = {
  available: needs.clipboard_write,
  async run({ text }) {
    needFocus();
    try {
      await navigator.clipboard.writeText(text);
    } catch (thrown) {
      throw await clipboardError(thrown, "clipboard-write", false);
    }
    return { copied: true, characters: Array.from(text).length };
  },
};
