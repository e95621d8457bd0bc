/**
 * The doors of the embedded <farhand-chat>: attributes, properties, methods and
 * events. Types only; the element is in element.ts. docs/embedding.md tells the
 * same with examples.
 */

import type { Body, Client, Options, Status } from "../client/api.ts";

/**
 * launcher: a button in the corner opens a panel above it. panel: the panel at
 * the side of the window, without a button. inline: where the element stands.
 * full: the whole window.
 */
export type Mode = "launcher" | "panel" | "inline" | "full";

/** The attributes. All may be left out, and changed at any time unless it says otherwise. */
export const attributes = [
  "mode", // a Mode; default: launcher
  "open", // while it is there: open from the start, unless the person closed it in this tab
  "title", // the name of the assistant, for the header and for screen readers
  "greeting", // the sentence of the empty conversation
  "examples", // things to try: a JSON array of strings, or strings separated by |
  "placeholder", // in the field where one writes
  "theme", // light or dark; default: as the device has it. What the person chose wins
  "lang", // BCP 47; default: that of the page, then those of the browser
  "context", // JSON, see `context` below
  "ticket-url", // see Options.ticketUrl; read when the element connects
  "webmcp", // while it is there: the page's own WebMCP tools are offered; read when the element connects
  "server", // default: where the script came from; read when the element connects
] as const;

/** A client, whatever contract it was made for; fits where `Client<Tools>` is wanted, and takes one. */
export type AnyClient = Omit<Client, "register"> & {
  register(name: string, body: Body<any, unknown>): () => void;
};

/** What the element tells, by event name. All bubble and leave shadow trees. */
export type FarhandEvents = {
  "farhand-open": CustomEvent<null>;
  "farhand-close": CustomEvent<null>;
  /** The client is there: the time to register tools and to listen. */
  "farhand-ready": CustomEvent<{ readonly client: AnyClient }>;
  "farhand-status": CustomEvent<Status>;
  /** Answers that came while the element was closed, and whether something waits for the user. */
  "farhand-unread": CustomEvent<{
    readonly count: number;
    readonly waiting: boolean;
  }>;
  /** The rest of the element did not come. `code`: as GET /check says, or "load". */
  "farhand-error": CustomEvent<{
    readonly code: string;
    readonly message: string;
  }>;
};

/** What a host can do with the element beside setting attributes. */
export type FarhandElement = HTMLElement & {
  /**
   * JSON, or a function that returns it: goes to the model beside the person's
   * next words, as data that it must not trust. At most 8 kB.
   */
  context: unknown;
  /** Default: the attribute ticket-url, else none. Set it before the element connects. */
  getTicket: Options["getTicket"];
  /** The bodies of tools; default: the built-in ones. Set it before the element connects. */
  tools: { readonly [name: string]: unknown } | undefined;
  /** See Options.hashes. Set it before the element connects. */
  hashes: Options["hashes"];
  /**
   * The client; undefined until farhand-ready. One that is set before is used
   * instead of the element's own: connect it with this element's `approve`,
   * `gesture` and `ask`.
   */
  client: AnyClient | undefined;
  readonly approve: NonNullable<Options["approve"]>;
  readonly gesture: NonNullable<Options["gesture"]>;
  readonly ask: NonNullable<Options["ask"]>;
  /** Whether the conversation is to be seen. Always true in modes inline and full. */
  readonly isOpen: boolean;
  /** Opens the panel; moves the focus there if a click or a key led to it. Nothing to do in modes inline and full. */
  open(): void;
  close(): void;
  /** Forgets the conversation, here and on the server, and begins a new one. */
  newConversation(): Promise<void>;
  addEventListener<E extends keyof FarhandEvents>(
    type: E,
    listener: (event: FarhandEvents[E]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
};
