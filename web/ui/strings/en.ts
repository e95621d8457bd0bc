/**
 * Every word that the element says, in English: here what it may say before the
 * first message, in later/en.ts the rest. To add a language, copy both files,
 * translate the values, and name the files in language.ts; the compiler tells of
 * each sentence that is missing. A language has 2 kB, compressed, for what is
 * said before the first message (e2e/embed/budgets.test.ts).
 *
 * A value is a sentence, or a function that puts numbers or names into one.
 * Numbers come as text, already written the way of the language; where words
 * depend on a number it comes a second time, as `count`, for `forms`. The
 * sentences of `codes` are those of internal/protocol/codes.go; a test
 * compares them.
 */

import type { Language } from "./language.ts";
import type { Later } from "./later/en.ts";
import { plural } from "./plural.ts";

const forms = /* @__PURE__ */ plural("en");

export const en = {
  /** BCP 47, and how its words run. */
  language: "en" as Language,
  direction: "ltr" as "ltr" | "rtl",

  /** Names of controls and regions. End-to-end tests find them by these. */
  names: {
    conversation: "Conversation",
    message: "Message",
    send: "Send",
    stop: "Stop",
    newConversation: "New conversation",
    settings: "Settings",
    more: "More",
    inspector: "Inspector",
    close: "Close",
    reload: "Reload",
    tryAgain: "Try again",
    connectNow: "Connect now",
    prompts: "Things to try",
    you: "You said:",
    tools: "What can you do?",
  },

  /** Sentences that depend on nothing. */
  words: {
    product: "Farhand",
    demo: "demo model",
    placeholder: "Ask something",
    empty:
      "Ask in plain words, and see here whenever an answer uses something from this browser.",
    waiting: "Waiting for you",
    assistant: "Assistant",
    unread: "new answer",
    notLoaded: "This part of the page could not be loaded.",
  },

  /** The line under the composer. */
  about: {
    /** `provider`: where the words go, such as "Google (Gemini API)". */
    goes: (provider: string) =>
      `What you write and what tools return goes to this server and to ${provider}.`,
    provider: "the model's provider",
    demo: "The demo model understands only requests like the examples. Nothing leaves this server. For a real model, set GEMINI_API_KEY.",
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

  /** A connection that is not there. */
  connection: {
    connecting: "Connecting to the server",
    again: "Trying again now.",
    againIn: (wait: string) => `Trying again in ${wait}.`,
  },

  /** Why the page did not send. */
  refusals: {
    not_open: "Not sent: there is no connection to the server.",
  },

  /** What happened to the connection. A button stands beside it: Connect now, Reload or New conversation. */
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
    address:
      "The address of the server is wrong or not secure. Tell whoever runs the page.",
    rate_limited: "The server has too much to do.",
    protocol:
      "This page and the server speak different versions. Reload the page.",
    too_large:
      "The server closed the connection because a message was too large.",
    closed: "This conversation is closed. Reload the page for a new one.",
    signed_out: "You are signed out. What was said here is no longer shown.",
  },
  /** What a server says that did not open a connection. */
  refusedBy: {
    unreachable: "The server cannot be reached. It may have been stopped.",
    full: "All places of this server are taken at the moment.",
    host: "The server no longer answers to this address. Reload the page: it then says why.",
    proxy:
      "The server is there, but the connection does not get through. A proxy between may have to pass on WebSockets and the Host header.",
  },

  /** Why a tool cannot run here. */
  withheld: {
    count: (n: string, count: number) =>
      forms(count, {
        one: `${n} tool cannot run here`,
        other: `${n} tools cannot run here`,
      }),
  },

  /**
   * Words of the contract in this language, by the English ones: here the
   * examples, in later/ the titles and questions. What is not here is shown as
   * the contract has it.
   */
  contract: {} as { readonly [words: string]: string },
};

/** What is there from the beginning. */
export type First = typeof en;

/** What every language says. */
export type Strings = First & Later;
