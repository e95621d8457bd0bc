/** Choices that need no more than a click: theme, language, inspector. */

import { useId } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { type Language, languages, preferred } from "../strings/language.ts";
import type { Preferences } from "./preferences.ts";
import { usePreferences } from "./use.ts";

const themes = ["system", "light", "dark"] as const;

/** As the device, light or dark. */
export function ThemeChoice() {
  const { preferences } = useShared();
  const t = useTexts();
  const { theme } = usePreferences(preferences);
  const name = useId();
  return (
    <fieldset class="setting">
      <legend>{t.settings.theme}</legend>
      <div class="segments">
        {themes.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              checked={choice === theme}
              onChange={() => preferences.set({ theme: choice })}
            />
            <span>{t.settings.themes[choice]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The languages, each by its own name; the first is the browser's. */
export function LanguageChoice() {
  const { preferences } = useShared();
  const t = useTexts();
  const { language } = usePreferences(preferences);
  const browser = languages[preferred(navigator.languages)];
  const id = useId();
  return (
    <div class="setting">
      <label for={id}>{t.settings.language}</label>
      <select
        id={id}
        value={language}
        onChange={(event) =>
          preferences.set({
            language: event.currentTarget.value as Preferences["language"],
          })
        }
      >
        <option value="system">{t.settings.browserLanguage(browser)}</option>
        {(Object.keys(languages) as Language[]).map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {languages[tag]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Whether the inspector is offered here. */
export function InspectorChoice() {
  const { preferences } = useShared();
  const t = useTexts();
  const { inspector } = usePreferences(preferences);
  const id = useId();
  return (
    <div class="setting">
      <label for={id}>{t.names.inspector}</label>
      <input
        id={id}
        class="switch"
        type="checkbox"
        role="switch"
        checked={inspector}
        aria-describedby={`${id}-means`}
        onChange={(event) =>
          preferences.set({ inspector: event.currentTarget.checked })
        }
      />
      <p class="quiet" id={`${id}-means`}>
        {t.settings.inspectorMeans}
      </p>
    </div>
  );
}
