/** Why the server did not take what was sent, or what it cannot use, in words. */

import type { Sent } from "../../client/api.ts";
import type { Error as ErrorFrame, WithheldTool } from "../../gen/protocol.ts";
import type { Texts } from "./texts.ts";

/** The sentence, and when it may work again if that is known. */
export function withWait(
  t: Texts,
  sentence: string,
  retryAfterMs: number | undefined,
): string {
  return retryAfterMs === undefined || retryAfterMs <= 0
    ? sentence
    : `${sentence} ${t.mayWorkIn(t.format.duration(retryAfterMs))}`;
}

/** Why the server did not take a frame. */
export function errorSentence(t: Texts, error: ErrorFrame): string {
  switch (error.code) {
    case "busy":
    case "duplicate":
    case "too_large":
    case "internal":
      return t.errors[error.code];
    case "rate_limited":
      return withWait(t, t.errors.rate_limited, error.retryAfterMs);
    case "malformed":
    case "unknown_type":
    case "unexpected":
      return t.errors.malformed;
    default:
      return error.code satisfies never;
  }
}

/** Why a tool cannot run here. */
export function withheldReason(t: Texts, tool: WithheldTool): string {
  switch (tool.reason) {
    case "schema":
      return t.withheld.schema(tool.server ?? "", tool.page ?? "");
    case "declared":
      return t.withheld.declared(tool.expected ?? "", tool.got ?? "");
    default:
      return t.withheld[tool.reason];
  }
}

/** Why the page did not send. */
export type Refused = Exclude<
  Extract<Sent, { refused: string }>["refused"],
  "empty"
>;

/** Why `send` did nothing. `limit` in bytes, if it is known. */
export function refusalSentence(
  t: Texts,
  refused: Refused,
  limit: number | undefined,
): string {
  switch (refused) {
    case "not_open":
      return t.refusals.not_open;
    case "busy":
      return t.errors.busy;
    case "too_large":
      return limit === undefined
        ? t.refusals.too_large
        : t.refusals.too_largeFor(t.format.bytes(limit));
    default:
      return refused satisfies never;
  }
}
