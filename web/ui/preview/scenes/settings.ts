/** The settings, and what is stored in this browser. */

import { clearEntries, restoreEntries } from "../../../tools/store.ts";
import { type Player, settled } from "../player.ts";
import type { Scenes } from "./scene.ts";

const minute = 60_000;
const entry = (key: string, value: unknown, minutes: number) => ({
  key,
  value,
  storedAt: Date.now() - minutes * minute,
});

/** The root of the conversation once it holds something that matches. */
async function appears(selector: string): Promise<ShadowRoot> {
  for (;;) {
    const root = document.querySelector("farhand-chat")?.shadowRoot;
    if (root?.querySelector(selector)) return root;
    await settled();
  }
}

async function press(selector: string, at = 0): Promise<void> {
  const root = await appears(selector);
  [...root.querySelectorAll<HTMLElement>(selector)].at(at)?.click();
  await settled();
}

async function open(play: Player, voices = true): Promise<void> {
  speechSynthesis.getVoices = () =>
    (voices
      ? [
          { name: "Samantha", lang: "en-US" },
          { name: "Anna", lang: "de-DE" },
        ]
      : []) as SpeechSynthesisVoice[];
  play.open({
    model: {
      name: "gemini-flash-latest",
      demo: false,
      provider: "Google (Gemini API)",
    },
  });
  await settled();
  await press(".header .cog");
  await appears(".settings .privacy");
}

async function fill(): Promise<void> {
  await clearEntries();
  await restoreEntries([
    entry("favourite_colour", "green", 3),
    entry(
      "user_location",
      {
        latitude: 52.520008,
        longitude: 13.404954,
        accuracy: 12,
        at: "2026-11-30T12:00:00.000Z",
      },
      130,
    ),
    entry("Pneumonoultramicroscopicsilicovolcanoconiosis_notes", [], 3_000),
    entry("note", "x".repeat(40_000), 6_000),
  ]);
}

export const settings = {
  async settings(play) {
    await fill();
    play.grant(["clipboard_read", "clipboard_write"]);
    await open(play);
    await appears(".entry");
  },

  async settingsStored(play) {
    await settings.settings(play);
    await press(".entry .fold", 1);
    const root = await appears(".entry .inside");
    root.querySelector(".entries")?.scrollIntoView();
  },

  async settingsDeleted(play) {
    await settings.settings(play);
    await press(".entry .bare");
    await appears(".entry.gone");
    await press(".settings .actions .small", -1);
    const root = await appears(".question-box");
    root.querySelector(".privacy")?.scrollIntoView();
  },

  async settingsEmpty(play) {
    await clearEntries();
    await open(play, false);
    const root = await appears(".settings .actions");
    root.querySelector(".privacy")?.scrollIntoView();
  },
} satisfies Scenes;
