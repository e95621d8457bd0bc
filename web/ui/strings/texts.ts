/** The words of one language together with its way of writing numbers. */

import { createFormat, type Format } from "../parts/format.ts";
import { en, type Strings } from "./en.ts";

/** What the components say everything with. */
export type Texts = Strings & {
  readonly format: Format;
  /** Words of the contract in this language, or as they are. */
  contractWords(words: string): string;
};

/** The texts of a language. */
export function createTexts(strings: Strings): Texts {
  return {
    ...strings,
    format: createFormat(strings),
    contractWords: (words) =>
      Object.hasOwn(strings.contract, words)
        ? (strings.contract[words] ?? words)
        : words,
  };
}

/** English, which is always there. */
export const english: Texts = createTexts(en);
