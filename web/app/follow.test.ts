// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { options } from "preact";
import { beforeEach, expect, test } from "vitest";
import { settled } from "../ui/preview/player.ts";
import { defineFarhandChat } from "../ui/element.tsx";
import { preferencesKey } from "../ui/settings/preferences.ts";
import { followPresentation } from "./follow.ts";
import { showTheme } from "./theme.ts";

options.debounceRendering = queueMicrotask;
defineFarhandChat();

const html = document.documentElement;
const metas = (name: string): string[] =>
  [...document.querySelectorAll<HTMLMetaElement>(`meta[name="${name}"]`)].map(
    (meta) => meta.content,
  );

beforeEach(() => {
  localStorage.clear();
  const page = readFileSync(`${import.meta.dirname}/index.html`, "utf8");
  document.head.innerHTML = [...page.matchAll(/<meta[^>]*>/g)].join("");
  document.body.innerHTML = "<farhand-chat></farhand-chat>";
  delete html.dataset["theme"];
});

function choose(preferences: object): void {
  localStorage.setItem(preferencesKey, JSON.stringify(preferences));
  dispatchEvent(new StorageEvent("storage", { key: preferencesKey }));
}

test("the page and the browser's bars take the chosen theme, and give it back", () => {
  const device = [metas("color-scheme"), metas("theme-color")];
  expect(device).toEqual([["light dark"], ["#fbfaf8", "#151513"]]);
  showTheme("dark");
  expect(html.dataset["theme"]).toBe("dark");
  expect(metas("color-scheme")).toEqual(["dark"]);
  expect(metas("theme-color")).toEqual(["#151513", "#151513"]);
  showTheme("system");
  expect(html.dataset["theme"]).toBeUndefined();
  expect([metas("color-scheme"), metas("theme-color")]).toEqual(device);
});

test("the document follows the element's language, direction and theme", async () => {
  const chat = document.querySelector("farhand-chat");
  if (chat === null) throw new Error("no element");
  followPresentation(chat);
  await settled();
  expect([html.lang, html.dir, document.title]).toEqual([
    "en",
    "ltr",
    "Farhand",
  ]);
  choose({ theme: "dark" });
  await settled();
  expect(html.dataset["theme"]).toBe("dark");
  expect(chat.dataset["theme"]).toBe("dark");
  choose({ theme: "system" });
  await settled();
  expect(chat.dataset["theme"]).toBeUndefined();
});
