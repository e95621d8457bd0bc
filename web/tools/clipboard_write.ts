import { needing } from "./availability.ts";
import type { BodyOf } from "./body.ts";
import { clipboardError, needFocus } from "./clipboard.ts";

/** `characters` counts code points, as maxLength of JSON Schema does. */
export const clipboardWrite: BodyOf<"clipboard_write"> = {
  available: needing({
    secure: true,
    api: () => navigator.clipboard?.writeText,
    feature: "clipboard-write",
  }),
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
