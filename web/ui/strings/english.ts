/** English in full. Where this file is, the texts of the page have all of their words. */

import { later } from "./later.ts";
import { type FirstTexts, firstEnglish, type Texts } from "./texts.ts";

export const english: Texts = Object.assign(firstEnglish, later);

/** The texts of the page with all words: other languages have them from the beginning. */
export function complete(texts: FirstTexts): Texts {
  return texts as Texts;
}
