/**
 * The <farhand-chat> element: a conversation with a client, in an open shadow
 * root with constructed style sheets. It needs no inline style or script and
 * runs under a strict CSP with Trusted Types.
 */

import { render } from "preact";
import type { Client, Options } from "../client/api.ts";
import type { ServerFrame } from "../gen/protocol.ts";
import { createDesk, type Desk } from "./calls/asks.ts";
import { type Actions, Chat } from "./chat.tsx";
import { createWatch, type Watch } from "./inspector/watch.ts";
import { initial } from "./state.ts";
import { createStore, type Store } from "./store.ts";
import { createPreferences, type Preferences } from "./settings/preferences.ts";
import { type Language, loadStrings, preferred } from "./strings/language.ts";
import { createTexts, english, type Texts } from "./strings/texts.ts";
import { sheets } from "./styles/sheets.ts";

/** How the element shows itself; a page that is made for it follows. */
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

/**
 * How to use it: pass `approve` and `gesture` to `connect`, then `attach` the
 * client before its first event, that is, in the same task. After each change
 * of `presentation` it dispatches an event of that name.
 */
export class FarhandChat extends HTMLElement {
  readonly #store: Store = createStore(initial);
  readonly #desk: Desk = createDesk((event) => this.#store.dispatch(event));
  readonly #root: ShadowRoot = this.attachShadow({ mode: "open" });
  readonly #preferences = createPreferences();
  #texts: Texts = english;
  #actions: Actions | undefined;
  #watch: Watch | undefined;
  #speech: Speech | undefined;
  #forget = (): void => {};
  #presentation: Presentation | undefined;

  /** Asks the user to approve a call; pass it to `connect`. */
  readonly approve: NonNullable<Options["approve"]> = (request) =>
    this.#desk.approve(request);

  /** Asks the user for a click; pass it to `connect`. */
  readonly gesture: NonNullable<Options["gesture"]> = (request) =>
    this.#desk.gesture(request);

  /** Undefined until the words of the person's language are here. */
  get presentation(): Presentation | undefined {
    return this.#presentation;
  }

  constructor() {
    super();
    this.#root.adoptedStyleSheets = sheets();
  }

  /** Shows the conversation of a client. Once for each element. */
  attach(client: Client, speech?: Speech): void {
    const { dispatch } = this.#store;
    for (const type of frames) {
      client.on(type, (frame) => dispatch({ type: "frame", frame }));
    }
    client.on("status", (status) => dispatch({ type: "status", status }));
    client.on("session", (event) => dispatch({ ...event, type: "session" }));
    client.on("resumed", ({ snapshot }) =>
      dispatch({ type: "resumed", snapshot, calls: client.calls }),
    );
    client.on("call", (call) => dispatch({ type: "call", call }));
    if (speech !== undefined) {
      this.#speech = speech;
      speech.setVoice?.(this.#preferences.get().voice);
      const tell = (speaking: boolean): void =>
        dispatch({ type: "speaking", speaking });
      tell(speech.speaking);
      speech.onChange(tell);
    }
    dispatch({ type: "status", status: client.status });
    this.#actions = client;
    this.#watch = createWatch(
      client,
      () => client.hello?.dev === true || this.#preferences.get().inspector,
    );
    void this.#speak();
  }

  /** Called by the browser. */
  connectedCallback(): void {
    this.#forget = this.#preferences.subscribe(() => this.#follow());
    this.#follow();
  }

  /** Called by the browser. */
  disconnectedCallback(): void {
    this.#forget();
    render(null, this.#root);
  }

  /** Shows what the person has chosen. */
  #follow(): void {
    const { theme, voice } = this.#preferences.get();
    this.#speech?.setVoice?.(voice);
    if (theme === "system") this.removeAttribute("data-theme");
    else this.setAttribute("data-theme", theme);
    void this.#speak();
  }

  #wanted(): Language {
    const { language } = this.#preferences.get();
    return language === "system" ? preferred(navigator.languages) : language;
  }

  /** Renders in the language of the person; in the last one if that does not come. */
  async #speak(): Promise<void> {
    const wanted = this.#wanted();
    if (wanted !== this.#texts.language) {
      try {
        const strings = await loadStrings(wanted);
        if (wanted !== this.#wanted()) return; // it was changed meanwhile
        this.#texts = createTexts(strings);
      } catch (error) {
        console.warn(`farhand: no words in "${wanted}"`, error);
      }
    }
    this.#present();
    this.#render();
  }

  #present(): void {
    const { language, direction, words } = this.#texts;
    const { theme } = this.#preferences.get();
    const next = { language, direction, title: words.product, theme };
    if (JSON.stringify(next) === JSON.stringify(this.#presentation)) return;
    this.#presentation = next;
    this.dispatchEvent(new CustomEvent("presentation"));
  }

  #render(): void {
    if (!this.isConnected) return;
    if (this.#actions === undefined || this.#watch === undefined) return;
    render(
      <Chat
        store={this.#store}
        desk={this.#desk}
        actions={this.#actions}
        watch={this.#watch}
        preferences={this.#preferences}
        texts={this.#texts}
        reload={() => location.reload()}
      />,
      this.#root,
    );
  }
}

/** Makes <farhand-chat> known to the document; again is harmless. */
export function defineFarhandChat(): void {
  if (customElements.get("farhand-chat") === undefined) {
    customElements.define("farhand-chat", FarhandChat);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "farhand-chat": FarhandChat;
  }
}
