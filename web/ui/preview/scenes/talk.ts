/** Words: of nobody yet, of the user, of the model. */

import { asked, paragraph, type Scenes } from "./scene.ts";

export const talk = {
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

  async working(play) {
    await asked(play, "Where am I?");
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
} satisfies Scenes;
