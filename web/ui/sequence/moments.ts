/**
 * What a turn is told in: moments between model, server and browser, and the
 * spans between them. Plain data without words and without geometry.
 */

import type { Error as ErrorFrame, Notice, Usage } from "../../gen/protocol.ts";
import type { CallView, Waiting } from "../../client/api.ts";
import type { TurnEnd } from "../state.ts";

/** Where something happens: there are the model and the server, here is the browser. */
export type Lane = "model" | "server" | "browser";

/** What a moment tells. Sizes in bytes, durations in milliseconds. */
export type Fact =
  /** The user's words. */
  | { readonly kind: "sent"; readonly bytes: number }
  /** A request to the model, with the results of so many calls. */
  | {
      readonly kind: "ask";
      readonly results: number;
      readonly bytes?: number;
    }
  /** The model asks for tools, perhaps with words before. */
  | (Reply & {
      readonly kind: "wants";
      readonly calls: readonly CallView[];
      readonly words: boolean;
    })
  /** The model answers in words. */
  | (Reply & { readonly kind: "says"; readonly bytes: number })
  /** The model gave nothing. */
  | (Reply & { readonly kind: "silence" })
  | { readonly kind: "call"; readonly call: CallView; readonly bytes: number }
  /** The browser has the call. */
  | { readonly kind: "got"; readonly call: CallView; readonly ms: number }
  /** The call begins to wait for the user. */
  | {
      readonly kind: "asks";
      readonly call: CallView;
      readonly waiting: Waiting;
    }
  | {
      readonly kind: "decided";
      readonly call: CallView;
      readonly waiting: Waiting;
      readonly ms: number;
      readonly allowed: boolean;
    }
  /** The end of a call that was sent here. `ms`: without the waits. */
  | { readonly kind: "result"; readonly call: CallView; readonly ms: number }
  /** A call that the server answered itself: refused, or run there. */
  | { readonly kind: "unsent"; readonly call: CallView; readonly ms: number }
  | {
      readonly kind: "notice";
      readonly code: Notice["code"];
      readonly details: Notice["details"];
    }
  | { readonly kind: "stop" }
  | { readonly kind: "end"; readonly end: TurnEnd; readonly bytes: number }
  | { readonly kind: "refused"; readonly error: ErrorFrame };

/** What the answer to a request took. */
export type Reply = {
  readonly ms: number;
  /** Until the first word. */
  readonly firstMs?: number;
  readonly usage?: Usage;
};

/** Something that happened at one time, between two lanes or on one. */
export type Moment = {
  /** Unique in the story, and the same in every later story of the turn. */
  readonly key: string;
  /** Milliseconds after the words were sent; never before the moment above. */
  readonly at: number;
  readonly from: Lane;
  /** The same as `from`: it stays there. */
  readonly to: Lane;
  readonly fact: Fact;
};

/** What goes on for a while on one lane. */
export type Span = {
  readonly key: string;
  readonly lane: Lane;
  readonly kind: "thinks" | "writes" | "runs" | "waits";
  readonly from: number;
  readonly to: number;
  /** It still goes on; `to` is now. */
  readonly open: boolean;
  /** The key of the moment that tells of it. */
  readonly moment: string;
  /** Keys of the moments between which it is drawn; without `end` it is open. */
  readonly begin: string;
  readonly end?: string;
  /** The call that it belongs to. */
  readonly call?: string;
};

/** A turn as it is told and drawn. */
export type Story = {
  readonly moments: readonly Moment[];
  readonly spans: readonly Span[];
  /** Milliseconds from the first moment to the last, or to now. */
  readonly ms: number;
  readonly open: boolean;
  readonly totals: Totals;
};

/** What the whole turn took. Durations in milliseconds; they may overlap. */
export type Totals = {
  readonly requests: number;
  readonly calls: number;
  readonly modelMs: number;
  readonly userMs: number;
  readonly bodyMs: number;
  /** Of all requests that told theirs. */
  readonly tokens: number;
};

/** A moment whose time still is as Date.now() counts. */
export function moment(
  key: string,
  at: number,
  from: Lane,
  to: Lane,
  fact: Fact,
): Moment {
  return { key, at, from, to, fact };
}

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** All tokens that a request cost, read and written. */
export function tokensOf(usage: Usage): number {
  return usage.inputTokens + usage.outputTokens + usage.thoughtsTokens;
}
