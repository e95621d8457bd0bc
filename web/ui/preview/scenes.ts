/** The states in which the page is looked at. */

import type { Code } from "../../gen/protocol.ts";
import { codeValues } from "../../gen/protocol.ts";
import { type Player, settled } from "./player.ts";

const paragraph =
  "The sun was low over the river when the ferry came back, and on the quay people were waiting with bicycles, baskets and one very patient dog. ";

async function asked(play: Player, words: string): Promise<void> {
  play.open();
  await settled();
  await play.ask(words);
}

/** One scene by name. */
export const scenes: Record<string, (play: Player) => Promise<void> | void> = {
  connecting() {},

  empty(play) {
    play.open();
  },

  withheld(play) {
    play.open({
      model: { name: "gemini-flash-latest", demo: false },
      withheld: [
        {
          name: "geolocation_get",
          title: "Your location",
          reason: "insecure_context",
        },
        { name: "speak", title: "Read aloud", reason: "no_body" },
      ],
    });
  },

  stale(play) {
    play.open({
      withheld: [
        {
          name: "speak",
          title: "Read aloud",
          reason: "schema",
          server: "0fb1c2d3",
          page: "99aa00bb",
        },
      ],
    });
  },

  async answer(play) {
    await asked(play, "Where am I?");
    play.emit("reasoning", {
      type: "reasoning",
      turn: 1,
      step: 1,
      delta: "The user wants a place. I ask the browser.",
    });
    play.call({
      state: "succeeded",
      result: { latitude: 52.52, longitude: 13.405, accuracy: 12 },
      resultBytes: 56,
    });
    play.say(
      "You are at 52.52\u00b0 north, 13.405\u00b0 east, within 12 metres.\n\n",
      2,
    );
    play.say("That is in the middle of Berlin, near Alexanderplatz.", 2);
    play.end();
  },

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

  async working(play) {
    await asked(play, "Where am I?");
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

  async long(play) {
    await asked(play, "Tell me a long story");
    for (let at = 0; at < 16; at++) play.say(`${paragraph.repeat(5)}\n\n`);
    play.end("truncated");
  },

  async wide(play) {
    const word = "Donaudampfschifffahrtsgesellschaftskapit\u00e4n".repeat(4);
    await asked(play, `${word} https://example.org/${"a/".repeat(80)}`);
    play.call({
      name: `some_very_${"long_".repeat(16)}name`,
      state: "succeeded",
      args: { [word]: word, text: paragraph.repeat(6) },
      result: { list: [{ key: word, value: { deep: { deeper: word } } }] },
    });
    play.say(word);
    play.say(
      "\n\n\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645",
    );
    play.end();
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

  async gesture(play) {
    await asked(play, "Copy my location");
    play.call({
      name: "clipboard_write",
      state: "awaiting_user",
      waiting: "gesture",
    });
    play.gesture("t1.1", "clipboard_write");
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

  async lost(play) {
    await scenes["answer"]?.(play);
    play.lose("lost");
  },

  async again(play) {
    await scenes["answer"]?.(play);
    play.lose("lost");
    play.open();
    play.emit("session", { session: "s2", cause: "reconnected" });
  },

  async mismatch(play) {
    await scenes["answer"]?.(play);
    play.emit("status", { status: "closed", reason: "protocol", code: 4011 });
  },
};
