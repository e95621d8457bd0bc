/** A connection that is not there. */

import { settled } from "../player.ts";
import { talk } from "./talk.ts";
import { asked, type Scenes } from "./scene.ts";

export const connection = {
  connecting() {},

  async lost(play) {
    await talk.answer(play);
    play.lose("lost");
  },

  async offline(play) {
    await talk.answer(play);
    play.lose("offline");
  },

  async restarting(play) {
    await asked(play, "Where am I?");
    play.call({ state: "running" });
    play.call({ state: "cancelled", code: "disconnected", confirmed: true });
    play.end("shutdown");
    play.lose("draining");
  },

  /** As the preview's own server answers. */
  async full(play) {
    play.lose("refused_or_unreachable");
    await settled();
    const strip = play.root().querySelector(".strip span");
    const general = strip?.textContent;
    await play.until(() => strip?.textContent !== general);
  },

  async again(play) {
    await talk.answer(play);
    play.lose("lost");
    play.open();
    play.emit("session", { session: "s2", cause: "reconnected" });
  },

  async mismatch(play) {
    await talk.answer(play);
    play.close("protocol", 4011);
  },

  async elsewhere(play) {
    await talk.answer(play);
    play.close("superseded", 4001);
  },

  async idle(play) {
    await talk.answer(play);
    play.close("idle", 4002);
  },

  async signedOut(play) {
    await talk.answer(play);
    play.signOut();
  },

  noEntry(play) {
    play.close("authentication", 4003);
  },
} satisfies Scenes;
