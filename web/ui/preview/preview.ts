/**
 * Shows one scene, and another one when the fragment changes:
 * `/?dir=rtl#approval`, with `/?words=long` in a language of long words. The
 * document's data says which names there are (`data-scenes`) and which of them
 * stands complete (`data-ready`).
 */

import "./long.ts"; // first: it changes the words
import "./preview.css";
import { defineFarhandChat } from "../element.tsx";
import { createPlayer, settled } from "./player.ts";
import { heavy, scenes } from "./scenes.ts";

const root = document.documentElement;

/** Each scene begins with a new element in a browser that remembers nothing. */
async function show(name: string): Promise<void> {
  delete root.dataset["ready"];
  localStorage.clear();
  sessionStorage.clear();
  const chat = document.createElement("farhand-chat");
  document.querySelector("main")?.replaceChildren(chat);
  await { ...scenes, ...heavy }[name]?.(createPlayer(chat));
  // A question takes no answer at first, by real time: see calls/sight.ts.
  const dead = ".answer[aria-disabled=true]";
  for (let pictures = 0; pictures < 60; pictures++) {
    if (chat.shadowRoot?.querySelector(dead) === null) break;
    await settled();
  }
  await settled();
  await document.fonts.ready;
  await settled(); // the conversation follows to its end in a frame of its own
  root.dataset["ready"] = name;
}

function current(): string {
  return location.hash.slice(1) || "empty";
}

defineFarhandChat();
root.dir = new URLSearchParams(location.search).get("dir") ?? "ltr";
root.dataset["scenes"] = Object.keys(scenes).join(" ");
addEventListener("hashchange", () => void show(current()));
await show(current());
