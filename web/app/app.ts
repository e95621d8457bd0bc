/** The page at /: the conversation with this page's own server. */

import "./app.css";
import { defineFarhandChat } from "../ui/element.tsx";
import { openChat } from "../ui/open.ts";
import { followPresentation } from "./follow.ts";
import { followKeyboard } from "./keyboard.ts";

defineFarhandChat();
const chat = document.querySelector("farhand-chat");
if (chat !== null) {
  followPresentation(chat);
  followKeyboard(document.documentElement);
  openChat(chat);
}
