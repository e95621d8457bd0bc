/**
 * Every word that the element says, in English: here what it may say before the
 * first message, in later.ts the rest. To add a language, copy what both export
 * into one file, translate the values, and name the file in language.ts; the
 * compiler tells of each sentence that is missing.
 *
 * A value is a sentence, or a function that puts numbers or names into one.
 * Numbers come as text, already written the way of the language; where words
 * depend on a number it comes a second time, as `count`, for `forms`. The
 * sentences of `codes` are those of internal/protocol/codes.go; a test
 * compares them.
 */

import type { Later } from "./later.ts";
import { plural } from "./plural.ts";

const forms = /* @__PURE__ */ plural("en");

export const en = {
  /** BCP 47, and how its words run. */
  language: "en",
  direction: "ltr" as "ltr" | "rtl",

  /** Names of controls and regions. End-to-end tests find them by these. */
  names: {
    conversation: "Conversation",
    message: "Message",
    send: "Send",
    stop: "Stop",
    newConversation: "New conversation",
    settings: "Settings",
    inspector: "Inspector",
    close: "Close",
    keep: "Keep this one",
    startOver: "Start over",
    allowOnce: "Allow once",
    allowSession: "Allow in this session",
    decline: "Decline",
    continue: "Continue",
    reload: "Reload",
    tryAgain: "Try again",
    connectNow: "Connect now",
    latest: "To the latest",
    prompts: "Things to try",
    you: "You said:",
    tools: "What can you do?",
    thoughts: "Thoughts",
    json: "As JSON",
    arguments: "Arguments",
    result: "Result",
  },

  /** Sentences that depend on nothing. */
  words: {
    product: "Farhand",
    demo: "demo model",
    placeholder: "Ask something",
    empty:
      "Ask in plain words, and see here whenever an answer uses something from this browser.",
    confirmNew: "Begin a new conversation?",
    confirmNewMeans:
      "This one is not kept: neither here nor by the assistant. What it stored in this browser stays.",
    working: "Working",
    waiting: "Waiting for you",
    assistant: "Assistant",
    unread: "new answer",
    forgotten: "The assistant no longer remembers what is above.",
    asks: "The assistant asks you",
    highRisk: "high risk",
    criticalRisk: "critical",
    reads: "What it reads goes to the server and to the model.",
    writes:
      "It changes something in this browser. The model learns whether it worked.",
    gesture: "The browser wants a click from you before it does this.",
    here: "In this browser",
    there: "On the server",
    nothing: "Nothing",
    emptyText: "Empty text",
    yes: "Yes",
    no: "No",
    cutJson: (left: string) => `${left} more characters are not shown.`,
    cutRows: (left: string) => `${left} more are not shown.`,
    insecure:
      "Location and clipboard need https or localhost. Open this page on such an address.",
    notLoaded: "This part of the page could not be loaded.",
  },

  /** An answer, and what can be done with it. */
  answer: {
    code: "Code",
    /** The name of a block of code; `language` is empty if unknown. */
    codeIn: (language: string) => (language ? `Code, ${language}` : "Code"),
    copyCode: "Copy code",
    copy: "Copy",
    copyMarkdown: "Copy as Markdown",
    edit: "Edit",
    copied: "Copied",
    notCopied: "The browser did not allow the copy. Select the text instead.",
    /** `columns`: the names of the columns. */
    table: (columns: string) => `Table: ${columns}`,
    ticked: "Done:",
    open: "Open:",
  },

  /** The composer, beside what `names` has. */
  composer: {
    editing: "Editing your last message. Its answer goes when you send.",
    cancel: "Cancel",
  },

  /** The line under the composer. */
  about: {
    /** `provider`: where the words go, such as "Google (Gemini API)". */
    goes: (provider: string) =>
      `What you write and what tools return goes to this server and to ${provider}.`,
    provider: "the model's provider",
    demo: "The demo model understands only requests like the examples. Nothing leaves this server. For a real model, set GEMINI_API_KEY.",
  },

  /** The menu of the conversation, and what it makes. */
  menu: {
    name: "More",
    copy: "Copy conversation as Markdown",
    export: "Export as JSON",
    you: "You",
  },

  /** Numbers with units. */
  units: {
    seconds: (n: string) => `${n} s`,
    /** `seconds` has two digits. */
    minutes: (minutes: string, seconds: string) =>
      `${minutes} min ${seconds} s`,
    bytes: (n: string, count: number) =>
      forms(count, { one: `${n} byte`, other: `${n} bytes` }),
    kilobytes: (n: string) => `${n} kB`,
    megabytes: (n: string) => `${n} MB`,
  },

  /** What the person has to know of the beginning of what is shown. */
  starts: {
    duplicated:
      "This tab has a conversation of its own. The earlier one goes on in the other tab.",
    forgotten:
      "The assistant no longer remembers what was said before this page was loaded.",
    truncated:
      "The conversation began earlier; its older part is no longer shown.",
  },

  /** A connection that is not there. */
  connection: {
    connecting: "Connecting to the server",
    again: "Trying again now.",
    againIn: (wait: string) => `Trying again in ${wait}.`,
  },

  mayWorkIn: (wait: string) => `It may work again in ${wait}.`,

  /** Why the server did not take a frame. */
  errors: {
    busy: "Not sent: the assistant is still answering. Wait for it, or stop it first.",
    duplicate: "Not sent again: the server has this message already.",
    too_large:
      "Not sent: this is more than the server takes at once. Send less.",
    rate_limited: "Not sent: too many messages in a short time.",
    malformed:
      "The server did not understand this page. Reload it if this happens again.",
    internal: "The server failed; the fault is not yours. Try again.",
  },

  /** Why the page did not send. */
  refusals: {
    not_open: "Not sent: there is no connection to the server.",
    too_large: "Not sent: this is too long. Send less.",
    too_largeFor: (limit: string) =>
      `Not sent: this is longer than ${limit}. Send less.`,
  },

  /** What happened to the connection. A button stands beside it: Connect now or Reload. */
  losses: {
    refused_or_unreachable:
      "The server refused the connection or cannot be reached.",
    lost: "The connection was lost.",
    offline: "You are offline. The page connects when the network is back.",
    silent: "The server has gone silent.",
    draining: "The server is restarting.",
    superseded: "This conversation goes on in another window.",
    idle: "The connection was closed because nothing happened for a long time.",
    authentication:
      "The server does not let you in. Reload the page to sign in again.",
    origin:
      "The server does not accept pages from this address. Open the page at the server's own address.",
    rate_limited: "The server has too much to do.",
    protocol:
      "This page and the server speak different versions. Reload the page.",
    too_large:
      "The server closed the connection because a message was too large.",
    closed: "This conversation is closed. Reload the page for a new one.",
  },
  /** What a server says that did not open a connection. */
  refusedBy: {
    unreachable: "The server cannot be reached. It may have been stopped.",
    full: "All places of this server are taken at the moment.",
    draining: "The server is restarting.",
    host: "The server no longer answers to this address. Reload the page: it then says why.",
    socket:
      "The server is there, but the connection does not get through. A proxy between may have to pass on WebSockets and the Host header.",
  },

  /** Why a tool cannot run here. */
  withheld: {
    count: (n: string, count: number) =>
      forms(count, {
        one: `${n} tool cannot run here`,
        other: `${n} tools cannot run here`,
      }),
    insecure_context: "needs https or localhost",
    unsupported: "this browser cannot do it",
    policy: "this page is not allowed to use it",
    no_body: "needs a page that registers it",
    no_approval: "needs a page that can ask you first",
    no_entry: "the server does not know it",
    declared: (expected: string, got: string) =>
      `the server does not take what this page declares: expected ${expected}, got ${got}`,
    /** The hashes of the schema on both sides; empty if unknown. */
    schema: (server: string, page: string) =>
      `page and server disagree (server ${server || "unknown"}, page ${page || "unknown"}): reload the page`,
  },

  /** The file of the contract, while one works on it. */
  contractFile: {
    changed: "The contract changed: a new conversation uses it.",
    faulty: "The contract has faults. The last good one is still used.",
    faults: "Faults of the contract",
    whole: "The whole file",
  },

  /**
   * Words of the contract in this language, by the English ones: titles,
   * questions, examples. What is not here is shown as the contract has it.
   */
  contract: {} as { readonly [words: string]: string },
};

/** What is there from the beginning. */
export type First = typeof en;

/** What every language says. */
export type Strings = First & Later;
