/** The panel of everything that belongs to this person in this browser. */

import { useRef } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { Panel } from "../parts/panel.tsx";
import { useSheet } from "../parts/sheet.ts";
import "../styles/later.ts";
import { settings } from "../styles/settings.ts";
import { Allowed, type Grants } from "./allowed.tsx";
import { InspectorChoice, LanguageChoice, ThemeChoice } from "./choices.tsx";
import { Stored } from "./stored.tsx";
import { VoiceChoice } from "./voice.tsx";

/** Everything takes effect at once; there is nothing to save. */
export function Settings(props: { client: Grants; onClose: () => void }) {
  const { hello, subject } = useShared();
  const t = useTexts();
  const inside = useRef<HTMLDivElement>(null);
  useSheet(inside, settings);
  const provider = hello?.model.provider ?? t.about.provider;
  return (
    <Panel title={t.names.settings} onClose={props.onClose}>
      <div class="settings" ref={inside}>
        <section>
          <ThemeChoice />
          <LanguageChoice />
          <VoiceChoice />
          <InspectorChoice />
        </section>
        <Allowed client={props.client} />
        {subject !== undefined && <Stored key={subject} subject={subject} />}
        <p class="quiet privacy">
          {t.settings.keptHere}{" "}
          {provider === "" ? t.settings.staysThere : t.about.goes(provider)}
        </p>
      </div>
    </Panel>
  );
}
