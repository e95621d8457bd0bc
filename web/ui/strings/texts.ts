/** The words of one language together with its way of writing numbers. */

import { createFormat, type Format } from "../parts/format.ts";
import { en, type First, type Strings } from "./en.ts";
import { loadLater } from "./language.ts";
import type { Later } from "./later/en.ts";

type Helpers = {
  readonly format: Format;
  /** Words of the contract in this language, or as they are. */
  contractWords(words: string): string;
};

/** What the page says everything with before the first message. */
export type FirstTexts = First & Helpers;

/** What the parts that come later say everything with. */
export type Texts = Strings & Helpers;

/** The texts of a language. They become whole with `addLater`. */
export function createTexts<S extends First>(strings: S): S & Helpers {
  const texts: S & Helpers = {
    ...strings,
    format: createFormat(strings),
    contractWords: (words) =>
      Object.hasOwn(texts.contract, words)
        ? (texts.contract[words] ?? words)
        : words,
  };
  return texts;
}

/** English, which is always there. */
export const firstEnglish: FirstTexts = createTexts(en);

/** Whether all words are here. */
export function isWhole(texts: FirstTexts): texts is Texts {
  return "answer" in texts;
}

/** Makes texts whole, with words of their language. */
export function addLater(texts: FirstTexts, later: Later): Texts {
  const all = texts as unknown as { [section: string]: unknown };
  for (const [section, words] of Object.entries(later)) {
    const before = all[section] as object | undefined;
    all[section] = typeof words === "object" ? { ...before, ...words } : words;
  }
  return texts as Texts;
}

/** Fetches the words that are not there from the beginning; again is harmless, and tries again after a failure. */
export async function fetchLater(texts: FirstTexts): Promise<Texts> {
  if (isWhole(texts)) return texts;
  return addLater(texts, await loadLater(texts.language));
}
