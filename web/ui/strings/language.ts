/** Which languages there are, which one a person reads, and how it is loaded. */

import { en, type First } from "./en.ts";
import type { Later } from "./later/en.ts";

/** The languages by BCP 47, each with its own name for itself. */
export const languages = {
  en: "English",
  de: "Deutsch",
  ar: "العربية",
} as const;

/** One of them. */
export type Language = keyof typeof languages;

/** Whether there are words in that language. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

/** The first of the wanted languages that there are words in; English if there is none. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [language = ""] = tag.toLowerCase().split("-");
    if (isLanguage(language)) return language;
  }
  return "en";
}

/** What is said before the first message. Rejects if the file does not come, as after an update of the server. */
export async function loadFirst(language: Language): Promise<First> {
  switch (language) {
    case "en":
      return en;
    case "de":
      return (await import("./de.ts")).de;
    case "ar":
      return (await import("./ar.ts")).ar;
    default:
      return language satisfies never;
  }
}

/** The other words of a language. Rejects likewise. */
export async function loadLater(language: Language): Promise<Later> {
  return (await files[language]()).later;
}

const files = {
  en: () => import("./later/en.ts"),
  de: () => import("./later/de.ts"),
  ar: () => import("./later/ar.ts"),
};
