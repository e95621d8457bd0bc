/** The inspector's words by language, fetched when they are needed. */

import { en, type InspectorStrings } from "./en.ts";

const files: {
  readonly [language: string]: () => Promise<InspectorStrings>;
} = {
  de: async () => (await import("./de.ts")).de,
  ar: async () => (await import("./ar.ts")).ar,
};

/** The words of a language (BCP 47); English if there is no file, or it does not come. */
export async function loadInspectorStrings(
  language: string,
): Promise<InspectorStrings> {
  try {
    return (await files[language]?.()) ?? en;
  } catch (error) {
    console.warn(`farhand: no words of the inspector in "${language}"`, error);
    return en;
  }
}
