/**
 * A conversation with a client and how it is shown: what <farhand-chat>
 * consists of, apart from being an element. It outlives the place where it is
 * drawn, so that a page may take its element away and put it back, or another
 * one, without a word being lost.
 */

import { render } from "preact";
import type { Client, Options } from "../client/api.ts";
import type { ServerFrame } from "../gen/protocol.ts";
import { createDesk } from "./calls/asks.ts";
import { type Actions, Chat } from "./chat.tsx";
import { createWatch, type Watch } from "./inspector/watch.ts";
import { createPreferences, type Preferences } from "./settings/preferences.ts";
import { initial } from "./state.ts";
import { createStore, type Store } from "./store.ts";
import { type Language, loadFirst, preferred } from "./strings/language.ts";
import {
  createTexts,
  fetchLater,
  type FirstTexts,
  firstEnglish,
  isWhole,
} from "./strings/texts.ts";
import { sheets } from "./styles/sheets.ts";
import { dropDraft, tabShelf } from "./talk/draft.ts";
import type { Wishes } from "./wishes.ts";

/** How the conversation shows itself; a page that is made for it follows. */
export type Presentation = {
  /** The language of its words, as BCP 47. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** The name of the product, for a window. */
  readonly title: string;
  /** `system`: as the device has it. */
  readonly theme: Preferences["theme"];
};

/** Speech that goes on after its call ended. */
export type Speech = {
  readonly speaking: boolean;
  /** Tells of changes of `speaking`. */
  onChange(listener: (speaking: boolean) => void): void;
  /** The person has chosen this voice; empty: the browser's choice. */
  setVoice?(name: string): void;
};

/** The place where a conversation is drawn. */
export type Place = {
  /** Gets the attributes that the style sheets read. */
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** In `root`, and empty: the conversation fills it. */
  readonly box: HTMLElement;
};

/** A conversation. */
export type Conversation = {
  /** Asks the user to approve a call; pass it to `connect`. */
  readonly approve: NonNullable<Options["approve"]>;
  /** Asks the user for a click; pass it to `connect`. */
  readonly gesture: NonNullable<Options["gesture"]>;
  /** Asks the user what the assistant wants to know; pass it to `connect`. */
  readonly ask: NonNullable<Options["ask"]>;
  /** What was said so far. */
  readonly store: Store;
  /** What it says everything with. */
  readonly texts: FirstTexts;
  /** Undefined until the words of the person's language are here. */
  readonly presentation: Presentation | undefined;
  /** Talks to this client from now on. Once for each conversation. */
  attach(client: Client, speech?: Speech): void;
  /** Draws it there, and nowhere else any more. */
  show(place: Place): void;
  /** Takes it off the page, if it is in this box. It goes on. */
  hide(box: HTMLElement): void;
  /** What the page wants, from now on. */
  wish(wishes: Wishes): void;
};

// What the client tells of: each frame that the reducer reads.
const frames = [
  "hello",
  "turn_start",
  "text",
  "reasoning",
  "retract",
  "step",
  "notice",
  "turn_end",
  "error",
  "contract_changed",
] as const satisfies readonly ServerFrame["type"][];

/** A conversation without a client. `changed` is told of each change of `presentation`. */
export function createConversation(
  changed: (presentation: Presentation) => void = () => {},
): Conversation {
  const store = createStore(initial);
  const desk = createDesk((event) => store.dispatch(event));
  const preferences = createPreferences();
  let texts: FirstTexts = firstEnglish;
  let wishes: Wishes = {};
  let place: Place | undefined;
  let actions: Actions | undefined;
  let watch: Watch | undefined;
  let speech: Speech | undefined;
  let presentation: Presentation | undefined;
  /** Nothing that a component remembers of one user is there for the next. */
  let users = 0;
  let forget = (): void => {};

  /** Shows what the person has chosen, or else the page. */
  function follow(): void {
    const { theme, voice } = preferences.get();
    speech?.setVoice?.(voice);
    const wanted = theme === "system" ? wishes.theme : theme;
    if (wanted === undefined) place?.host.removeAttribute("data-theme");
    else place?.host.setAttribute("data-theme", wanted);
    void speak();
  }

  function wantedLanguage(): Language {
    const { language } = preferences.get();
    if (language !== "system") return language;
    return preferred([...(wishes.languages ?? []), ...navigator.languages]);
  }

  /** Draws in the language of the person; in the last one if that does not come. */
  async function speak(): Promise<void> {
    const wanted = wantedLanguage();
    if (wanted !== texts.language) {
      try {
        const next = createTexts(await loadFirst(wanted));
        if (isWhole(texts)) await fetchLater(next); // what is shown stays
        if (wanted !== wantedLanguage()) return; // it was changed meanwhile
        texts = next;
      } catch (error) {
        console.warn(`farhand: no words in "${wanted}"`, error);
      }
    }
    present();
    draw();
  }

  function present(): void {
    const { language, direction, words } = texts;
    const { theme } = preferences.get();
    const title = wishes.title ?? words.product;
    const next = { language, direction, title, theme };
    if (JSON.stringify(next) === JSON.stringify(presentation)) return;
    presentation = next;
    changed(next);
  }

  function draw(): void {
    if (place === undefined || actions === undefined || watch === undefined) {
      return;
    }
    render(
      <Chat
        key={users}
        store={store}
        desk={desk}
        actions={actions}
        watch={watch}
        preferences={preferences}
        texts={texts}
        wishes={wishes}
        reload={() => location.reload()}
      />,
      place.box,
    );
  }

  return {
    approve: (request) => desk.approve(request),
    gesture: (request) => desk.gesture(request),
    ask: (request) => desk.ask(request),
    store,
    get texts() {
      return texts;
    },
    get presentation() {
      return presentation;
    },
    attach(client, spoken) {
      const { dispatch } = store;
      for (const type of frames) {
        client.on(type, (frame) => dispatch({ type: "frame", frame }));
      }
      client.on("status", (status) => dispatch({ type: "status", status }));
      client.on("session", (event) => dispatch({ ...event, type: "session" }));
      client.on("resumed", ({ snapshot }) =>
        dispatch({ type: "resumed", snapshot, calls: client.calls }),
      );
      client.on("view", (call) => dispatch({ type: "call", call }));
      let { subject } = client;
      client.on("subject", (next) => {
        if (subject !== undefined) {
          watch?.clear();
          users++;
          if (next === undefined) dropDraft(tabShelf(), wishes.key, subject);
          dispatch({ type: "left" });
        }
        subject = next;
        draw();
      });
      if (spoken !== undefined) {
        speech = spoken;
        const tell = (speaking: boolean): void =>
          dispatch({ type: "speaking", speaking });
        tell(spoken.speaking);
        spoken.onChange(tell);
      }
      // One that is open already has told of it.
      const { hello, status } = client;
      if (hello !== undefined) dispatch({ type: "frame", frame: hello });
      dispatch({ type: "status", status });
      actions = client;
      watch = createWatch(
        client,
        () => client.hello?.dev === true || preferences.get().inspector,
      );
      follow();
    },
    show(next) {
      if (place !== undefined) this.hide(place.box);
      place = next;
      const missing = sheets().filter(
        (sheet) => !next.root.adoptedStyleSheets.includes(sheet),
      );
      next.root.adoptedStyleSheets = [
        ...next.root.adoptedStyleSheets,
        ...missing,
      ];
      forget = preferences.subscribe(follow);
      follow();
    },
    hide(box) {
      if (place?.box !== box) return;
      forget();
      place = undefined;
      render(null, box);
    },
    wish(next) {
      wishes = next;
      if (place !== undefined) follow();
    },
  };
}
