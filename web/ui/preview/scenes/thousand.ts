/** A conversation of 1,000 messages, for e2e/bench/long.mjs. */

import { settled } from "../player.ts";
import { asked, paragraph, type Scenes } from "./scene.ts";

const turns = 500;

const answer = `## What was found

You are **here**, near [the river](https://example.com/river). ${paragraph}

- one thing, *quietly*
- another, with \`code\`

| Place | Metres |
|-------|-------:|
| Quay | 120 |
| Bridge | 340 |

\`\`\`ts
export const near = (metres: number): boolean => metres < 200;
\`\`\`

${paragraph}`;

export const thousand = {
  async thousand(play) {
    await asked(play, "Where am I?");
    for (let turn = 1; turn <= turns; turn++) {
      if (turn > 1) await play.ask(`Where am I now? (${turn})`);
      play.call({
        id: `t${turn}.1`,
        state: "succeeded",
        result: { latitude: 52.52, longitude: 13.405, accuracy: 12 },
        resultBytes: 56,
      });
      play.say(answer, 2);
      play.end();
    }
    await settled();
    // The bench streams one more answer: each event holds a piece of it.
    addEventListener("bench-ask", () => void play.ask("One more"));
    addEventListener("bench-say", (event) =>
      play.say(String((event as CustomEvent).detail)),
    );
    addEventListener("bench-end", () => play.end());
  },
} satisfies Scenes;
