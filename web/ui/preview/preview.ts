/** Shows one scene: preview/?scene=approval&dir=rtl */

import "../../app/app.css";
import { defineFarhandChat } from "../element.tsx";
import { createPlayer } from "./player.ts";
import { scenes } from "./scenes.ts";

defineFarhandChat();
const query = new URLSearchParams(location.search);
document.documentElement.dir = query.get("dir") ?? "ltr";
const chat = document.querySelector("farhand-chat");
const scene = scenes[query.get("scene") ?? "empty"];
if (chat !== null && scene !== undefined) {
  await scene(createPlayer(chat));
  document.documentElement.dataset["scenes"] = Object.keys(scenes).join(" ");
  document.documentElement.dataset["ready"] = "";
}
