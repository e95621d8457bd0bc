/**
 * The <farhand-chat> element of a page that is made for it: a conversation with
 * a client, in an open shadow root with constructed style sheets. It needs no
 * inline style or script and runs under a strict CSP with Trusted Types. The
 * one for any site, with a launcher, is in web/embed.
 */

import type { Client, Options } from "../client/api.ts";
import {
  type Conversation,
  createConversation,
  type Presentation,
  type Speech,
} from "./conversation.tsx";
import { makeSheet } from "./parts/sheet.ts";
import { place } from "./styles/space.ts";

/**
 * How to use it: pass `approve`, `gesture` and `ask` to `connect`, then `attach` the
 * client before its first event, that is, in the same task. After each change
 * of `presentation` it dispatches an event of that name.
 */
export class FarhandChat extends HTMLElement {
  readonly #conversation: Conversation = createConversation(() =>
    this.dispatchEvent(new CustomEvent("presentation")),
  );
  readonly #root: ShadowRoot = this.attachShadow({ mode: "open" });
  readonly #box = document.createElement("div");

  /** Asks the user to approve a call; pass it to `connect`. */
  readonly approve: NonNullable<Options["approve"]> =
    this.#conversation.approve;

  /** Asks the user for a click; pass it to `connect`. */
  readonly gesture: NonNullable<Options["gesture"]> =
    this.#conversation.gesture;

  /** Asks the user what the assistant wants to know; pass it to `connect`. */
  readonly ask: NonNullable<Options["ask"]> = this.#conversation.ask;

  /** Undefined until the words of the person's language are here. */
  get presentation(): Presentation | undefined {
    return this.#conversation.presentation;
  }

  constructor() {
    super();
    this.#box.className = "space";
    this.#root.append(this.#box);
    this.#root.adoptedStyleSheets = [makeSheet(place)];
  }

  /** Shows the conversation of a client. Once for each element. */
  attach(client: Client, speech?: Speech): void {
    this.#conversation.attach(client, speech);
  }

  /** Called by the browser. */
  connectedCallback(): void {
    this.#conversation.show({ host: this, root: this.#root, box: this.#box });
  }

  /** Called by the browser. */
  disconnectedCallback(): void {
    this.#conversation.hide(this.#box);
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
