/** All words, for the parts that come later. */

import { complete } from "../strings/english.ts";
import type { Texts } from "../strings/texts.ts";
import { useShared } from "./hooks.ts";

/** What to say everything with. What is there from the beginning takes `useShared().texts`. */
export function useTexts(): Texts {
  return complete(useShared().texts);
}
