/** The panel of an element, with the conversation in it. */

import { followKeyboard } from "../app/keyboard.ts";
import type { Client } from "../client/api.ts";
import type { Conversation } from "../ui/conversation.tsx";
import { isComposing } from "../ui/parts/keys.ts";
import { makeSheet } from "../ui/parts/sheet.ts";
import { add } from "./add.ts";
import { placing } from "./placing.ts";
import { recall, remember } from "./record.ts";
import type { Shown, Stage } from "./talk.ts";
import { wishesOf } from "./wishes.ts";

/** Shows a conversation there until it is told to leave. */
export function show(
  conversation: Conversation,
  client: Client,
  { element, root, layer, launcher, name, mode }: Stage,
): Shown {
  const { store } = conversation;
  const sheet = makeSheet(placing);
  if (!root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
  const panel = add(layer, "div", {
    class: "pane",
    part: "panel",
    tabindex: "-1",
  });
  const box = add(panel, "div", { class: "space" });
  const mark = add(launcher, "span", { "aria-hidden": "true" });
  const close = (): void => element.close();
  const closes = (): boolean => mode() === "launcher" || mode() === "panel";
  let title = "";
  let counted = "";

  function tell(type: string, detail: unknown): void {
    element.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true }),
    );
  }

  function draw(): void {
    const wishes = wishesOf(
      element,
      name,
      conversation.texts.words.assistant,
      closes() ? close : undefined,
    );
    title = wishes.title ?? "";
    panel.hidden = !element.isOpen;
    for (const [attribute, value] of [
      ["role", "dialog"],
      ["aria-label", title],
    ] as const) {
      if (closes()) panel.setAttribute(attribute, value);
      else panel.removeAttribute(attribute);
    }
    conversation.wish(wishes);
    sign();
  }

  /** Marks at the launcher what was not seen, and tells of changes. */
  function sign(): void {
    const { turns, asks, hello } = store.get();
    const answers = turns.filter(({ progress }) => progress.at === "ended");
    // Its own for each user of the tab: they have other conversations.
    const record = `${name} ${client.subject}`;
    const { seen = 0 } = recall(record);
    const known = element.isOpen
      ? answers.length
      : Math.min(seen, answers.length);
    const count = answers.length - known;
    const waiting = asks.length > 0 && !element.isOpen;
    const { words } = conversation.texts;
    const news = waiting ? words.waiting : count > 0 ? words.unread : "";
    mark.hidden = news === "";
    mark.className = waiting ? "mark waits" : "mark";
    mark.textContent = waiting ? "!" : String(count);
    launcher.setAttribute("aria-label", news ? `${title}: ${news}` : title);
    // Before the first hello it is not known whether a conversation goes on.
    if (hello === undefined) return;
    const begun = turns.length > 0;
    const now = JSON.stringify({ count, waiting, begun, known, record });
    if (now === counted) return;
    counted = now;
    remember(name, { begun });
    remember(record, { seen: known });
    tell("farhand-unread", { count, waiting });
  }

  function pressed(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (isComposing(event) || !closes()) return;
    if (root.querySelector("dialog[open]")) return; // it closes itself
    event.preventDefault();
    close();
  }

  panel.addEventListener("keydown", pressed);
  followKeyboard(layer);
  draw();
  conversation.show({ host: element, root, box });
  const stops = [
    store.subscribe(sign),
    client.on("status", (status) => tell("farhand-status", status)),
  ];
  element.client = client;
  // Not from within the call that opens it: whoever listens may call again.
  queueMicrotask(() => tell("farhand-ready", { client }));

  return {
    draw,
    enter() {
      const field = panel.querySelector("textarea");
      // A finger should not make the keyboard pop up.
      const finger = matchMedia("(pointer: coarse)").matches;
      (finger ? panel : (field ?? panel)).focus();
    },
    leave() {
      for (const stop of stops) stop();
      conversation.hide(box);
      panel.remove();
      mark.remove();
    },
  };
}
