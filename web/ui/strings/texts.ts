/** The words of one language together with its way of writing numbers. */

import { createFormat, type Format } from "../parts/format.ts";
import { en, type First, type Strings } from "./en.ts";

type Helpers = {
  readonly format: Format;
  /** Words of the contract in this language, or as they are. */
  contractWords(words: string): string;
};

/** What the page says everything with before the first message. */
export type FirstTexts = First & Helpers;

/** What the parts that come later say everything with. */
export type Texts = Strings & Helpers;

/** The texts of a language. */
export function createTexts<S extends First>(strings: S): S & Helpers {
  return {
    ...strings,
    format: createFormat(strings),
    contractWords: (words) =>
      Object.hasOwn(strings.contract, words)
        ? (strings.contract[words] ?? words)
        : words,
  };
}

/** English, which is always there. It becomes complete when english.ts comes. */
export const firstEnglish: FirstTexts = createTexts(en);
