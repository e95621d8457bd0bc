/** Which voice reads aloud, and how it sounds. */

import { useEffect, useId, useState } from "preact/hooks";
import { silence } from "../../tools/speaking.ts";
import { onVoices, say, voices } from "../../tools/speech.ts";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { Icon } from "../parts/icons.tsx";
import { usePreferences } from "./use.ts";

/** The voices of this browser; those of the page's language come first. */
export function VoiceChoice() {
  const { preferences } = useShared();
  const t = useTexts();
  const { voice } = usePreferences(preferences);
  const [known, setKnown] = useState(voices);
  const [failed, setFailed] = useState(false);
  const id = useId();
  useEffect(() => onVoices(() => setKnown(voices())), []);
  useEffect(() => silence, []);

  if (known.length === 0) {
    return (
      <div class="setting">
        <span>{t.settings.voice}</span>
        <p class="quiet">{t.settings.noVoices}</p>
      </div>
    );
  }
  const test = (): void => {
    setFailed(false);
    const chosen = known.find(({ name }) => name === voice);
    const words = chosen === undefined ? { lang: t.language } : {};
    say(
      { text: t.settings.sample, ...words },
      new AbortController().signal,
    ).catch(() => setFailed(true));
  };
  const own = (lang: string): boolean => lang.startsWith(t.language);
  const sorted = [...known].sort(
    (a, b) =>
      Number(own(b.lang)) - Number(own(a.lang)) ||
      a.lang.localeCompare(b.lang) ||
      a.name.localeCompare(b.name),
  );
  return (
    <div class="setting">
      <label for={id}>{t.settings.voice}</label>
      <span class="pair">
        <select
          id={id}
          value={voice}
          onChange={(event) =>
            preferences.set({ voice: event.currentTarget.value })
          }
        >
          <option value="">{t.settings.browserVoice}</option>
          {sorted.map(({ name, lang }) => (
            <option key={`${name} ${lang}`} value={name}>
              {`${name} (${lang})`}
            </option>
          ))}
        </select>
        <button type="button" class="small" onClick={test}>
          <Icon name="speech" />
          <span>{t.settings.test}</span>
        </button>
      </span>
      {failed && (
        <p class="fault" role="alert">
          {t.settings.notSpoken}
        </p>
      )}
    </div>
  );
}
