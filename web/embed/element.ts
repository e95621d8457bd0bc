/**
 * <farhand-chat> for any site: a launcher in an open shadow root. All else comes
 * when the element is first opened, when the tab has a conversation already, or
 * when the page asks.
 *
 * The conversation outlives the element: it belongs to the document, the server
 * and the element's id. A page that replaces its body, or mounts its components
 * twice, gets it back with the next element, on the same socket. One element at
 * a time shows it: the last one that was connected.
 */

import { add } from "./add.ts";
import { attributes, type FarhandElement, type Mode } from "./api.ts";
import { recall, remember } from "./record.ts";
import { createShell } from "./shell.ts";
import type { Rest, Shown, Talk } from "./talk.ts";

/** Where elements get what they need. */
export type Source = {
  /** The server, with a slash at the end. */
  readonly server: string;
  /** Fetches the rest. Asked again after a failure. */
  rest(): Promise<Rest>;
};

/** A conversation of the document, and who shows it. */
type Held = { talk?: Promise<Talk> | undefined; owner?: { release(): void } };

/** Makes <farhand-chat> known, unless somebody has. Two versions do not clash: the first one serves. */
export function define(source: Source): void {
  if (customElements.get("farhand-chat")) return;
  const conversations: { [name: string]: Held } = {};

  class Chat extends HTMLElement {
    static readonly observedAttributes = attributes;

    // Not initialised: a page may have set them before this was defined.
    declare context: FarhandElement["context"];
    declare getTicket: FarhandElement["getTicket"];
    declare tools: FarhandElement["tools"];
    declare hashes: FarhandElement["hashes"];
    declare client: FarhandElement["client"];

    #shell = createShell(this, () => this.open());
    #held: Held = {};
    #name = "";
    #open = false;
    #shown: Shown | undefined;
    /** Words in the place of a conversation that did not come. */
    #fault: HTMLElement | undefined;
    /** What had the focus. */
    #before: Element | null = null;

    /** Called by the browser. */
    connectedCallback(): void {
      const name = `farhand.embed:${this.#server}#${this.id}`;
      const held = (conversations[name] ??= {});
      held.owner?.release();
      held.owner = this;
      this.#name = name;
      this.#held = held;
      const { open, begun } = recall(name);
      this.#open = open ?? this.hasAttribute("open");
      this.#draw();
      if (this.isOpen || begun || held.talk) void this.#load();
    }

    /** Called by the browser. */
    disconnectedCallback(): void {
      this.#leave();
      if (this.#held.owner !== this) return;
      // One that stayed shows it from now on.
      const stayed = document.querySelectorAll<Chat>("farhand-chat");
      [...stayed]
        .find((other) => other.#held === this.#held)
        ?.connectedCallback();
    }

    #leave(): void {
      this.#shown?.leave();
      this.#shown = undefined;
    }

    /** Called by the browser. */
    attributeChangedCallback(name: string): void {
      if (this.#held.owner !== this) return;
      if (name !== "open") this.#draw();
      else if (this.hasAttribute(name)) this.open();
      else this.close();
    }

    /** Another element shows the conversation. */
    release(): void {
      this.#leave();
      this.#shell.layer.hidden = true;
    }

    readonly approve: FarhandElement["approve"] = async (request) =>
      (await this.#loaded()).approve(request);

    readonly gesture: FarhandElement["gesture"] = async (request) =>
      (await this.#loaded()).gesture(request);

    readonly ask: FarhandElement["ask"] = async (request) =>
      (await this.#loaded()).ask(request);

    get isOpen(): boolean {
      return this.#open || !this.#closes;
    }

    open(): void {
      if (!this.isOpen) {
        this.#before = document.activeElement;
        this.#turn(true);
      } else if (!this.#fault) return;
      // Who pressed something for this wants to be there.
      const moves = navigator.userActivation?.isActive;
      void this.#load().then(() => {
        if (!moves) return;
        this.#shown?.enter();
        this.#fault?.querySelector("button")?.focus();
      });
    }

    close(): void {
      if (!this.#open) return;
      const { root, launcher } = this.#shell;
      const inside = root.activeElement;
      this.#turn(false);
      if (!inside) return;
      const before = this.#mode === "launcher" ? launcher : this.#before;
      (before as HTMLElement | null)?.focus();
    }

    async newConversation(): Promise<void> {
      (await this.#loaded()).restart();
    }

    get #mode(): Mode {
      const mode = this.getAttribute("mode") ?? "";
      return /^(panel|inline|full)$/.test(mode) ? (mode as Mode) : "launcher";
    }

    get #closes(): boolean {
      return !/inline|full/.test(this.#mode);
    }

    get #server(): string {
      const server = this.getAttribute("server") ?? source.server;
      return new URL(server.replace(/\/?$/, "/"), document.baseURI).href;
    }

    #turn(open: boolean): void {
      this.#open = open;
      remember(this.#name, { open });
      this.#draw();
      this.#tell(open ? "farhand-open" : "farhand-close", null);
    }

    #tell(type: string, detail: unknown): void {
      this.dispatchEvent(
        new CustomEvent(type, { detail, bubbles: true, composed: true }),
      );
    }

    #draw(): void {
      const { layer, region, launcher } = this.#shell;
      const mode = this.#mode;
      const title = this.getAttribute("title") || "Assistant";
      const inline = mode === "inline";
      layer.className = `layer ${inline ? "" : "above "}${mode}-mode`;
      layer.hidden = false;
      region.hidden = mode !== "launcher" || (this.#open && !!this.#shown);
      region.setAttribute("aria-label", title);
      launcher.setAttribute("aria-label", title);
      if (!this.isOpen) this.#clear();
      this.#shown?.draw();
      layer.popover = inline ? null : "manual";
      try {
        // Into the top layer, where no z-index and no clipping of the page reaches.
        layer.showPopover();
      } catch {
        // It is there already, or not to be, or the browser has none.
      }
    }

    /** Takes the words of a failure away. */
    #clear(): void {
      this.#fault?.remove();
      this.#fault = undefined;
    }

    async #loaded(): Promise<Talk> {
      const talk = await this.#load();
      if (!talk) throw new Error("farhand: it did not load");
      return talk;
    }

    /** The conversation, which this element shows from then on; undefined if it does not come. */
    async #load(): Promise<Talk | undefined> {
      const held = this.#held;
      const { launcher } = this.#shell;
      const stage = {
        ...this.#shell,
        element: this as FarhandElement,
        server: this.#server,
        name: this.#name,
        mode: () => this.#mode,
      };
      this.#clear();
      launcher.ariaBusy = String(this.#open);
      try {
        held.talk ??= source.rest().then((rest) => rest.begin(stage));
        const talk = await held.talk;
        if (held.owner === this && this.isConnected && !this.#shown) {
          this.#shown = talk.show(stage);
          this.#draw();
        }
        return talk;
      } catch (error) {
        held.talk = undefined;
        await this.#fail(error);
        return undefined;
      } finally {
        launcher.ariaBusy = null;
      }
    }

    /** Says that there is no conversation, and what the server says of this page. */
    async #fail(error: unknown): Promise<void> {
      let told = { code: "load", message: String(error) };
      try {
        const answer = await fetch(`${this.#server}check`);
        const { code, message } = (await answer.json()) as typeof told;
        // Files need no ticket.
        if (code && code !== "authentication") told = { code, message };
      } catch {
        // It is away, or the policy of the page lets nobody ask.
      }
      console.error("farhand:", told.code, told.message, error);
      this.#clear();
      this.#tell("farhand-error", told);
      if (!this.isOpen) return;
      const fault = add(this.#shell.layer, "div", {
        class: "fault",
        role: "alert",
      });
      const offer = (name: string, act: () => void): void => {
        const button = add(fault, "button");
        button.textContent = name;
        button.onclick = act;
      };
      add(fault, "p", { dir: "auto" }).textContent =
        `The assistant did not load. ${told.message}`;
      offer("Try again", () => this.open());
      if (this.#closes) offer("Close", () => this.close());
      fault.onkeydown = ({ key }) => {
        if (key === "Escape") this.close();
      };
      this.#fault = fault;
    }
  }
  customElements.define("farhand-chat", Chat);
}
