/**
 * Every word that the element says, in one place. The sentences for call
 * codes are those of internal/protocol/codes.go; a test compares them.
 */

import type {
  Code,
  Error as ErrorFrame,
  Notice,
  TurnEndReason,
  TurnError,
  WithheldTool,
} from "../gen/protocol.ts";
import type { CallView, LossReason, Sent, Waiting } from "../client/api.ts";
import { bytes, duration } from "./format.ts";

/** Names of controls and regions. End-to-end tests find them by these. */
export const names = {
  conversation: "Conversation",
  message: "Message",
  send: "Send",
  stop: "Stop",
  newConversation: "New conversation",
  allowOnce: "Allow once",
  allowSession: "Allow in this session",
  decline: "Decline",
  continue: "Continue",
  reload: "Reload",
  connectNow: "Connect now",
  latest: "To the latest",
  prompts: "Things to try",
  you: "You said:",
  thoughts: "Thoughts",
  json: "As JSON",
  arguments: "Arguments",
  result: "Result",
} as const;

/** Sentences that depend on nothing. */
export const words = {
  product: "Farhand",
  demo: "demo model",
  placeholder: "Ask something",
  empty:
    "Ask in plain words, and see here whenever an answer uses something from this browser.",
  working: "Working",
  waiting: "Waiting for you",
  forgotten:
    "The connection was lost. The assistant no longer remembers what is above.",
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
  cutJson: (left: number) => `${left} more characters are not shown.`,
  cutRows: (left: number) => `${left} more are not shown.`,
} as const;

/** Sentences about a connection that is not there. */
export const connection = {
  connecting: "Connecting to the server",
  againIn: (seconds: number) =>
    seconds === 0 ? "Trying again now." : `Trying again in ${seconds} s.`,
} as const;

/** Labels of the facts on an open card. */
export const facts = {
  where: "Where",
  waited: "Waited for you",
  size: "Size of the result",
  message: "Message",
  code: "Code",
} as const;

const people: Record<Code, string> = {
  unknown_tool: "The assistant asked for a tool that does not exist here.",
  invalid_args:
    "The assistant called this tool with wrong arguments; nothing ran.",
  denied: "You declined this. Nothing was done.",
  permission_denied:
    "The browser did not allow this. Open the site settings next to the address, allow it, and ask again.",
  needs_gesture:
    "The browser wants a click before it allows this. Click into the page and ask again.",
  unsupported: "This browser cannot do this.",
  not_delivered:
    "The page did not respond, so nothing was done. Reload the page if this happens again.",
  timeout: "This took too long and was given up.",
  cancelled: "You stopped this.",
  disconnected: "The connection to the server was lost before this ended.",
  interrupted: "This was interrupted: it may have happened.",
  too_large: "The result was too large to pass on.",
  invalid_result: "The tool returned something that it should not return.",
  failed: "This did not work.",
  budget: "The limit for one answer was reached before this was done.",
};

/**
 * What a code means to the person; codes of a newer server get a general
 * sentence. What went wrong inside a body only its message tells.
 */
export function codeSentence(code: Code, message = ""): string {
  if (code === "failed" && message !== "")
    return `This did not work: ${message}`;
  return people[code] ?? people.failed;
}

/** The state of a call in words. */
export function stateWords(call: CallView): string {
  switch (call.state) {
    case "requested":
    case "delivered":
    case "running":
      return "running";
    case "awaiting_user":
      return "waiting for you";
    case "succeeded":
      return call.ms === undefined ? "done" : `done in ${duration(call.ms)}`;
    case "failed":
      return "failed";
    case "denied":
      // The browser's refusal is not the user's.
      return call.code === "permission_denied" ? "not allowed" : "declined";
    case "timed_out":
      return "timed out";
    case "cancelled":
      return "stopped";
    case "interrupted":
      return "interrupted: it may have happened";
    default:
      return call.state satisfies never;
  }
}

/** Where the user finds what a waiting call waits for; empty if the card itself asks. */
export function waitingSentence(waiting: Waiting): string {
  switch (waiting) {
    case "permission":
      return "The browser asks for your permission. Answer its question near the address.";
    case "approval":
    case "gesture":
      return "";
    default:
      return waiting satisfies never;
  }
}

/** Why a turn ended without a full answer; empty if it was answered. */
export function endSentence(
  reason: TurnEndReason,
  error: TurnError | undefined,
): string {
  if (error !== undefined) return modelSentence(error);
  switch (reason) {
    case "done":
      return "";
    case "stopped":
      return "You stopped this answer.";
    case "budget":
      return "The limit for one answer was reached. Ask again to go on.";
    case "blocked":
      return "The model's provider blocked this answer. Ask in other words.";
    case "truncated":
      return "The answer ends here because it became too long. Ask for the rest.";
    case "no_answer":
      return "The model gave no answer. Ask again, perhaps in other words.";
    case "model_error":
      return "The model did not answer. Ask again.";
    case "disconnected":
      return "The connection was lost before the answer was complete. Ask again when it is back.";
    case "shutdown":
      return "The server was stopped before the answer was complete. Ask again when it is back.";
    case "internal":
      return "The server failed while it answered; the fault is not yours. Ask again.";
    default:
      return reason satisfies never;
  }
}

/** The server's own sentence where it sent one: it knows more than the kind. */
function modelSentence(error: TurnError): string {
  const sentence =
    error.message === "" ? kindSentence(error.kind) : error.message;
  return error.retryAfterMs === undefined || error.retryAfterMs <= 0
    ? sentence
    : `${sentence} It may work again in ${duration(error.retryAfterMs)}.`;
}

function kindSentence(kind: TurnError["kind"]): string {
  switch (kind) {
    case "auth":
      return "The model's provider does not accept the server's key. Whoever runs this server has to check it.";
    case "quota":
      return "The model's quota is used up for now. Ask again later.";
    case "not_found":
      return "The model's provider does not know this model. Whoever runs this server has to check its name.";
    case "bad_request":
      return "The model's provider did not accept the request. A new conversation may help.";
    case "overloaded":
      return "The model has too much to do at the moment. Ask again later.";
    case "blocked":
      return "The model's provider blocked this request. Ask in other words.";
    case "unreachable":
      return "The server cannot reach the model. Ask again in a moment.";
    case "timeout":
      return "The model did not answer in time. Ask again.";
    default:
      return kind satisfies never;
  }
}

/** Why the server did not take a frame. */
export function errorSentence(error: ErrorFrame): string {
  switch (error.code) {
    case "busy":
      return "Not sent: the assistant is still answering. Wait for it, or stop it first.";
    case "duplicate":
      return "Not sent again: the server has this message already.";
    case "too_large":
      return "Not sent: this is more than the server takes at once. Send less.";
    case "malformed":
    case "unknown_type":
    case "unexpected":
      return "The server did not understand this page. Reload it if this happens again.";
    case "internal":
      return "The server failed; the fault is not yours. Try again.";
    default:
      return error.code satisfies never;
  }
}

/** Why `send` did nothing. */
export function refusalSentence(
  refused: Extract<Sent, { refused: string }>["refused"],
  limit: number | undefined,
): string {
  switch (refused) {
    case "not_open":
      return "Not sent: there is no connection to the server.";
    case "busy":
      return "Not sent: the assistant is still answering. Wait for it, or stop it first.";
    case "empty":
      return "";
    case "too_large":
      return limit === undefined
        ? "Not sent: this is too long. Send less."
        : `Not sent: this is longer than ${bytes(limit)}. Send less.`;
    default:
      return refused satisfies never;
  }
}

/** What happened to the connection. What to do stands beside it. */
export function lossSentence(reason: LossReason): string {
  switch (reason) {
    case "refused_or_unreachable":
      return "The server refused the connection or cannot be reached.";
    case "lost":
      return "The connection was lost.";
    case "silent":
      return "The server has gone silent.";
    case "draining":
      return "The server is restarting.";
    case "superseded":
      return "This conversation goes on in another window.";
    case "idle":
      return "The connection was closed because nothing happened for a long time.";
    case "authentication":
      return "The server does not let you in.";
    case "origin":
      return "The server does not accept pages from this address.";
    case "rate_limited":
      return "The server has too much to do.";
    case "protocol":
      return "This page and the server speak different versions. Reload the page.";
    case "too_large":
      return "The server closed the connection because a message was too large.";
    case "closed":
      return "This conversation is closed.";
    default:
      return reason satisfies never;
  }
}

/** What goes on inside a turn. Details of another server are left out. */
export function noticeSentence(
  notice: Pick<Notice, "code"> & { details?: Notice["details"] | undefined },
): string {
  const details = notice.details ?? {};
  switch (notice.code) {
    case "retrying":
      return `${retryCause(details["kind"])} Trying again${retryWhen(details)}.`;
    case "queued":
      return "Waiting for a free place at the model.";
    case "compacted":
      return "The conversation became long; its older part was summed up for the model.";
    case "budget_warning":
      return "The limit for one answer is near.";
    default:
      return notice.code satisfies never;
  }
}

function retryCause(kind: unknown): string {
  switch (kind) {
    case "overloaded":
      return "The model is overloaded.";
    case "quota":
      return "The quota of this server's key is used up for the moment.";
    case "unreachable":
      return "The model could not be reached, or its answer broke off.";
    case "timeout":
      return "The model was too slow.";
    case "no_answer":
      return "The model said nothing.";
    case "bad_request":
      return "The model made a mistake in a call.";
    default:
      return "The model did not answer.";
  }
}

/** " in 5 s, request 2 of 4", as far as it is known. */
function retryWhen({ attempt, of, waitMs }: Record<string, unknown>): string {
  const wait =
    typeof waitMs === "number" && waitMs >= 1000
      ? ` in ${Math.round(waitMs / 1000)} s`
      : "";
  const count =
    typeof attempt === "number" && typeof of === "number"
      ? `, request ${attempt} of ${of}`
      : "";
  return wait + count;
}

/** "2 tools cannot run here". */
export function withheldCount(count: number): string {
  return count === 1
    ? "1 tool cannot run here"
    : `${count} tools cannot run here`;
}

/** Why a tool cannot run here. */
export function withheldReason(tool: WithheldTool): string {
  switch (tool.reason) {
    case "insecure_context":
      return "needs https or localhost";
    case "unsupported":
      return "this browser cannot do it";
    case "policy":
      return "this page is not allowed to use it";
    case "no_body":
      return "needs a page that registers it";
    case "no_approval":
      return "needs a page that can ask you first";
    case "schema":
      return `page and server disagree (server ${tool.server ?? "unknown"}, page ${tool.page ?? "unknown"}): reload the page`;
    default:
      return tool.reason satisfies never;
  }
}
