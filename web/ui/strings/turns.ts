/** From what happened in a turn to the sentence that tells it. */

import type {
  Code,
  Notice,
  ServerHello,
  TurnEndReason,
  TurnError,
} from "../../gen/protocol.ts";
import type { CallView, Waiting } from "../../client/api.ts";
import { withWait } from "./faults.ts";
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
