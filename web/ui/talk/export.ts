/** A conversation as a file: JSON with everything, Markdown to read. docs/export.md describes both. */

import type { CallView } from "../../client/api.ts";
import type { ChatState, Part, Turn } from "../state.ts";
import { stateWords, titleOf } from "../strings/turns.ts";
import type { Texts } from "../strings/texts.ts";
import { answerOf } from "./actions.tsx";

/** What is exported. */
export type Conversation = Pick<ChatState, "hello" | "past" | "turns">;

/** The turns of a conversation, also those that the assistant no longer remembers. */
function all({ past, turns }: Conversation): readonly Turn[] {
  return [...past, ...turns];
}

/** The conversation as version 1 of the format. `now` as Date.now() counts. */
export function toJSON(conversation: Conversation, now: number): string {
  const { hello, past } = conversation;
  const file = {
    format: "farhand.conversation",
    version: 1,
    exportedAt: new Date(now).toISOString(),
    ...(hello !== undefined && { model: hello.model }),
    turns: all(conversation).map((turn) => ({
      user: turn.words,
      ...(!turn.recalled && { sentAt: new Date(turn.sentAt).toISOString() }),
      remembered: !past.includes(turn),
      ...endOf(turn),
      parts: turn.parts.map(partOf),
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function endOf({ progress }: Turn): object {
  switch (progress.at) {
    case "sent":
    case "running":
      return { end: "running" };
    case "ended":
      return progress.end.error === undefined
        ? { end: progress.end.reason }
        : { end: progress.end.reason, error: progress.end.error };
    case "refused":
      return { end: "refused", error: { code: progress.error.code } };
    default:
      return progress satisfies never;
  }
}

function partOf(part: Part): object {
  switch (part.kind) {
    case "text":
    case "thoughts":
      return { kind: part.kind, text: part.text };
    case "notice":
      return { kind: "notice", code: part.code, details: part.details };
    case "call":
      return { kind: "call", ...callOf(part.call) };
    default:
      return part satisfies never;
  }
}

function callOf(call: CallView): object {
  const { id, name, args, state, code, result, ms, userMs, marks } = call;
  const times = Object.entries(marks).map(([mark, at]) => [
    mark,
    new Date(at).toISOString(),
  ]);
  return {
    id,
    name,
    args,
    state,
    code,
    result,
    ms,
    userMs,
    times: Object.fromEntries(times) as object,
  };
}

/** The conversation as Markdown: who said what, and one line for each call. */
export function toMarkdown(conversation: Conversation, t: Texts): string {
  const { hello } = conversation;
  const blocks = all(conversation).flatMap((turn) => [
    `**${t.menu.you}**`,
    turn.words
      .split("\n")
      .map((line) => `> ${line}`.trimEnd())
      .join("\n"),
    ...turn.parts.flatMap((part) =>
      part.kind === "call"
        ? [
            `- *${titleOf(t, hello, part.call.name)}: ${stateWords(t, part.call)}*`,
          ]
        : [],
    ),
    answerOf(turn),
  ]);
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
