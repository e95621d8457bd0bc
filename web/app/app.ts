/** The page at /: the conversation with this page's own server. */

import "./app.css";
import { connect } from "../tools/connect.ts";
import { onSpeech, setVoice, speechGoingOn } from "../tools/speech.ts";
import { defineFarhandChat } from "../ui/element.tsx";
import { followPresentation } from "./follow.ts";

defineFarhandChat();
const chat = document.querySelector("farhand-chat");
if (chat !== null) {
  followPresentation(chat);
  const client = connect({ approve: chat.approve, gesture: chat.gesture });
  chat.attach(client, {
    get speaking() {
      return speechGoingOn();
    },
    onChange: onSpeech,
    setVoice,
  });
}
