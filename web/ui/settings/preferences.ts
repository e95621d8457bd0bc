/**
 * What a person has chosen for this browser, kept in localStorage of the page's
 * origin. Where that is not allowed, the choice lasts as long as the page.
 */

import { isLanguage, type Language } from "../strings/language.ts";

/** The choices. */
export type Preferences = {
  /** `system`: as the device has it. */
  readonly theme: "system" | "light" | "dark";
  /** `system`: the first of the browser's languages that there are words in. */
  readonly language: "system" | Language;
  /** The name of a voice of speechSynthesis; empty: the browser's choice. */
  readonly voice: string;
  /** The inspector is offered, also where the server does not run with -dev. */
  readonly inspector: boolean;
};

/** The choices of somebody who has made none. */
export const defaults: Preferences = {
  theme: "system",
  language: "system",
  voice: "",
  inspector: false,
};

/** Where they are kept. */
export type PreferenceStore = {
  get(): Preferences;
  set(changes: Partial<Preferences>): void;
  /** Calls the listener after each change, also one of another tab, until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

/** The key in localStorage. */
export const preferencesKey = "farhand.preferences";

/** The preferences of this origin. */
export function createPreferences(): PreferenceStore {
  let current = read();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const other = (event: StorageEvent): void => {
    if (event.key !== preferencesKey && event.key !== null) return;
    current = read();
    tell();
  };
  return {
    get: () => current,
    set(changes) {
      current = { ...current, ...changes };
      write(current);
      tell();
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener("storage", other);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", other);
      };
    },
  };
}

function read(): Preferences {
  try {
    return parse(JSON.parse(localStorage.getItem(preferencesKey) ?? "{}"));
  } catch {
    return defaults;
  }
}

function write(preferences: Preferences): void {
  try {
    localStorage.setItem(preferencesKey, JSON.stringify(preferences));
  } catch {
    // Not allowed, or full: see above.
  }
}

/** Whatever is stored, as preferences; what does not fit is left at its default. */
function parse(stored: unknown): Preferences {
  if (typeof stored !== "object" || stored === null) return defaults;
  const { theme, language, voice, inspector } = stored as Record<
    string,
    unknown
  >;
  return {
    theme: theme === "light" || theme === "dark" ? theme : defaults.theme,
    language:
      typeof language === "string" && isLanguage(language)
        ? language
        : defaults.language,
    voice: typeof voice === "string" ? voice : defaults.voice,
    inspector: inspector === true,
  };
}
