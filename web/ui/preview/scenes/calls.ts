/** Cards of calls, and the questions that they carry. */

import type { Code } from "../../../gen/protocol.ts";
import { codeValues } from "../../../gen/protocol.ts";
import { settled } from "../player.ts";
import { asked, paragraph, type Scenes } from "./scene.ts";

export const calls = {
  async running(play) {
    await asked(play, "Copy my location to the clipboard");
    play.say("I read the location first, then I copy it.");
    play.call({ state: "running" });
    play.call({
      id: "t1.2",
      name: "device_context",
      state: "awaiting_user",
      waiting: "permission",
    });
  },

  async approval(play) {
    await asked(play, "What is on my clipboard?");
    play.call({
      name: "clipboard_read",
      state: "awaiting_user",
      waiting: "approval",
    });
    play.approve("Read the text on your clipboard", true);
  },

  async once(play) {
    await asked(play, "Copy this for me");
    play.say("I need two things for that.");
    play.call({ state: "succeeded" });
    play.call({
      id: "t1.2",
      name: "clipboard_write",
      state: "awaiting_user",
      waiting: "approval",
    });
    play.call({ id: "t1.3", name: "memory_put", state: "requested" });
    play.approve(
      `Put "${"Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(3)}" on your clipboard`,
      false,
      "t1.2",
    );
  },

  async gesture(play) {
    await asked(play, "Copy my location");
    play.call({
      name: "clipboard_write",
      state: "awaiting_user",
      waiting: "gesture",
    });
    play.gesture("t1.1", "clipboard_write");
  },

  async open(play) {
    await asked(play, "Where am I?");
    play.call({
      state: "succeeded",
      args: { save: false, near: ["a", "b"] },
      result: {
        latitude: 52.520008,
        longitude: 13.404954,
        note: paragraph.repeat(8),
        nested: [{ key: "user_location", value: { ok: true, none: null } }],
      },
      resultBytes: 56,
      userMs: 3_200,
    });
    play.say("You are in Berlin.", 2);
    play.end();
    await settled();
    play.openCards();
  },

  async failures(play) {
    await asked(play, "Try everything");
    const states: Partial<
      Record<Code, "denied" | "timed_out" | "cancelled" | "interrupted">
    > = {
      denied: "denied",
      permission_denied: "denied",
      not_delivered: "timed_out",
      timeout: "timed_out",
      cancelled: "cancelled",
      disconnected: "cancelled",
      budget: "cancelled",
      interrupted: "interrupted",
    };
    codeValues.forEach((code, at) =>
      play.call({ id: `t1.${at}`, code, state: states[code] ?? "failed" }),
    );
    play.end("model_error", {
      kind: "quota",
      message:
        "The quota of this server's key is used up for the moment. Wait a little, then send your message again.",
      retryAfterMs: 42_000,
    });
  },

  async thirty(play) {
    await asked(play, "Remember thirty things");
    for (let at = 1; at <= 30; at++) {
      play.call({
        id: `t1.${at}`,
        name: at % 3 === 0 ? "memory_list" : "memory_put",
        args: { key: `thing_${at}`, value: at },
        state: at < 29 ? "succeeded" : "running",
        ms: 40 * at,
      });
    }
  },

  async error(play) {
    await asked(play, "What is on my clipboard?");
    play.call({
      name: "clipboard_read",
      state: "awaiting_user",
      waiting: "approval",
    });
    play.approve("Read the text on your clipboard", true);
    play.emit("error", { type: "error", code: "internal", message: "m" });
  },
} satisfies Scenes;
