/** What the menu does with a conversation. Fetched with it. */

import { copyAndTell } from "../parts/copy.tsx";
import { save } from "../parts/save.ts";
import type { Texts } from "../strings/texts.ts";
import { type Conversation, toJSON, toMarkdown } from "./export.ts";

/** Copies it as Markdown, and says how that went. */
export async function copyConversation(
  conversation: Conversation,
  t: Texts,
  announce: (sentence: string) => void,
): Promise<void> {
  await copyAndTell(toMarkdown(conversation, t), t, announce);
}

/** Lets the browser save it as JSON. */
export function saveConversation(conversation: Conversation): void {
  const now = Date.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const name = `conversation-${day}.json`;
  save(name, "application/json", toJSON(conversation, now));
}
