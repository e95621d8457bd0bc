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
import type { Texts } from "./texts.ts";

/**
 * What a code means to the person; codes of a newer server get a general
 * sentence. What went wrong inside a body only its message tells.
 */
export function codeSentence(t: Texts, code: Code, message = ""): string {
  if (code === "failed" && message !== "") return t.failedWith(message);
  return t.codes[code] ?? t.codes.failed;
}

/** The state of a call in words. */
export function stateWords(t: Texts, call: CallView): string {
  const { states } = t;
  switch (call.state) {
    case "requested":
    case "delivered":
    case "running":
      return states.running;
    case "awaiting_user":
      return states.waiting;
    case "succeeded":
      return call.ms === undefined
        ? states.done
        : states.doneIn(t.format.duration(call.ms));
    case "failed":
      return states.failed;
    case "denied":
      return call.code === "permission_denied"
        ? states.notAllowed
        : states.declined;
    case "timed_out":
      return states.timedOut;
    case "cancelled":
      return states.stopped;
    case "interrupted":
      return states.interrupted;
    default:
      return call.state satisfies never;
  }
}

/** Where the user finds what a waiting call waits for; empty if the card itself asks. */
export function waitingSentence(t: Texts, waiting: Waiting): string {
  return waiting === "permission" ? t.waitsForPermission : "";
}

/** Why a turn ended without a full answer; empty if it was answered. */
export function endSentence(
  t: Texts,
  reason: TurnEndReason,
  error: TurnError | undefined,
): string {
  return error === undefined ? t.ends[reason] : modelSentence(t, error);
}

/**
 * In English the server's own sentence where it sent one, as it knows more than
 * the kind; in other languages the kind's.
 */
function modelSentence(t: Texts, error: TurnError): string {
  const own = t.language === "en" ? error.message : "";
  const sentence = own === "" ? t.failures[error.kind] : own;
  return withWait(t, sentence, error.retryAfterMs);
}

function withWait(
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

/** Why `send` did nothing. `limit` in bytes, if it is known. */
export function refusalSentence(
  t: Texts,
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
  t: Texts,
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

/** What goes on inside a turn. Details of another server are left out. */
export function noticeSentence(
  t: Texts,
  notice: Pick<Notice, "code"> & { details?: Notice["details"] | undefined },
): string {
  if (notice.code !== "retrying") return t.notices[notice.code];
  const { kind, waitMs, attempt, of } = notice.details ?? {};
  const { causes, retrying } = t.notices;
  const cause =
    typeof kind === "string" && Object.hasOwn(causes, kind)
      ? causes[kind as keyof typeof causes]
      : causes.other;
  const wait =
    typeof waitMs === "number" && waitMs >= 1000
      ? t.units.seconds(t.format.number(Math.round(waitMs / 1000)))
      : "";
  const counted = typeof attempt === "number" && typeof of === "number";
  return `${cause} ${retrying(
    wait,
    counted ? t.format.number(attempt) : "",
    counted ? t.format.number(of) : "",
  )}`;
}

/** "2 tools cannot run here". */
export function withheldCount(t: Texts, count: number): string {
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

/** What people call a tool, also one that cannot run here. */
export function titleOf(
  t: Texts,
  hello: Pick<ServerHello, "tools" | "withheld"> | undefined,
  name: string,
): string {
  const is = (tool: { readonly name: string }): boolean => tool.name === name;
  const tool = hello?.tools.find(is) ?? hello?.withheld.find(is);
  return t.contractWords(tool?.title ?? name);
}
