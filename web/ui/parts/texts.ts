/** All words, for the parts that come later. */

import type { Texts } from "../strings/texts.ts";
import { useShared } from "./hooks.ts";

/**
 * What to say everything with, in a part that came by parts/lazy.tsx. What is
 * there from the beginning takes `useShared().texts`.
 */
export function useTexts(): Texts {
  return useShared().texts as Texts;
}
