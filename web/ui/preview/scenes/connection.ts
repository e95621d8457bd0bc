/** A connection that is not there. */

import { talk } from "./talk.ts";
import type { Scenes } from "./scene.ts";

export const connection = {
  connecting() {},

  async lost(play) {
    await talk.answer(play);
    play.lose("lost");
  },

  async again(play) {
    await talk.answer(play);
    play.lose("lost");
    play.open();
    play.emit("session", { session: "s2", cause: "reconnected" });
  },

  async mismatch(play) {
    await talk.answer(play);
    play.emit("status", { status: "closed", reason: "protocol", code: 4011 });
  },
} satisfies Scenes;
