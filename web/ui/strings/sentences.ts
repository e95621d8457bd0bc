/** From what happened to the sentence that tells it, in the language of the texts. */

import type {
  Code,
  Error as ErrorFrame,
  Notice,
  ServerHello,
  TurnEndReason,
  TurnError,
  WithheldTool,
} from "../../gen/protocol.ts";
import type {
  CallView,
  LossReason,
  Sent,
  Status,
  Waiting,
} from "../../client/api.ts";
import type { Refusal } from "../talk/probe.ts";
import type { FirstTexts, Texts } from "./texts.ts";

/** The sentence, and when it may work again if that is known. */
export function withWait(
  t: FirstTexts,
  sentence: string,
  retryAfterMs: number | undefined,
): string {
  return retryAfterMs === undefined || retryAfterMs <= 0
    ? sentence
    : `${sentence} ${t.mayWorkIn(t.format.duration(retryAfterMs))}`;
}

/** Why the server did not take a frame. */
export function errorSentence(t: FirstTexts, error: ErrorFrame): string {
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

/** Why `send` did nothing. `limit` in bytes, if it is known. */
export function refusalSentence(
  t: FirstTexts,
  refused: Extract<Sent, { refused: string }>["refused"],
  limit: number | undefined,
): string {
  switch (refused) {
    case "not_open":
      return t.refusals.not_open;
    case "busy":
      return t.errors.busy;
    case "empty":
      return "";
    case "too_large":
      return limit === undefined
        ? t.refusals.too_large
        : t.refusals.too_largeFor(t.format.bytes(limit));
    default:
      return refused satisfies never;
  }
}

/** What happened to the connection; `refusal`, if the server told more. What to press stands beside it. */
export function lossSentence(
  t: FirstTexts,
  loss: Extract<Status, { reason: LossReason }>,
  refusal?: Refusal,
): string {
  const told = loss.refusal;
  if (told !== undefined) {
    const known = Object.entries({ ...t.losses, ...t.refusedBy });
    const [, ours] = known.find(([code]) => code === told.code) ?? [];
    return `${ours ?? t.losses[loss.reason]} ${told.message}`;
  }
  return refusal === undefined ? t.losses[loss.reason] : t.refusedBy[refusal];
}

/** "2 tools cannot run here". */
export function withheldCount(t: FirstTexts, count: number): string {
  return t.withheld.count(t.format.number(count), count);
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

/** Whether page and server disagree on a tool, which is for developers to mend. */
export function isDisagreement({ reason }: WithheldTool): boolean {
  return reason === "schema" || reason === "no_entry" || reason === "declared";
}
