/** An element and a client, wired together as on the page at /. */

import type { Client, Options, ToolMap } from "../client/api.ts";
import type { Tools } from "../gen/tools.ts";
import { connect } from "../tools/late.ts";
import { onSpeech, setVoice, speechGoingOn } from "../tools/speaking.ts";
import type { Speech } from "./conversation.tsx";
import { defineFarhandChat, type FarhandChat } from "./element.tsx";

/** Of the built-in tool that reads aloud. */
export const speech: Speech = {
  get speaking() {
    return speechGoingOn();
  },
  onChange: onSpeech,
  setVoice,
};

/**
 * Connects and shows the conversation in `chat`, once for each element, which
 * may stand in the document before it is defined. `options` are those of
 * `connect`; the element asks the user, so `approve`, `gesture` and `ask`
 * are not among them.
 */
export function openChat<M extends ToolMap = Tools>(
  chat: FarhandChat,
  options: Omit<Options<M>, "approve" | "gesture" | "ask"> = {},
): Client<M> {
  defineFarhandChat();
  const { approve, gesture, ask } = chat;
  const client = connect<M>({ ...options, approve, gesture, ask });
  chat.attach(client as unknown as Client, speech);
  return client;
}
