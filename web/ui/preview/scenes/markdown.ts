/** Answers in Markdown, whole and in the making, and what can be done with them. */

import { type Player, settled } from "../player.ts";
import { asked, paragraph, type Scenes } from "./scene.ts";

const rich = `Here is **what you need** for the trip, with a \`code\` or two.

# The plan

Take the ferry at *nine*; the [timetable](https://ferry.example/times?day=mo) has the rest, as has https://ferry.example.

1. Pack the bags
   - warm clothes
   - the charger, ~~not~~ the cable
2. Leave at eight
3. Be there

- [x] tickets
- [ ] a map

## The costs

| What | Who pays | Euro | Notes |
|:-----|:--------:|-----:|-------|
| Ferry, return | you | 24.50 | cheaper before ten, ask for the evening return |
| Bicycle | me | 8.00 | \`on board\` |

\`\`\`ts
// The cheapest crossing of a list that is long enough to need to scroll sideways here.
export const cheapest = (fares: readonly Fare[]): Fare | undefined => fares.toSorted((a, b) => a.euro - b.euro)[0];
\`\`\`

> One quotes what others have said.
>
> > And what they quoted.

---

### Smaller

A picture: ![the harbour](https://img.example/harbour.png), and <b>no markup</b>.`;

async function whenRead(play: Player): Promise<void> {
  while (play.root().querySelector(".words h3, .words strong") === null) {
    await settled();
  }
}

export const markdown = {
  async markdown(play) {
    await asked(play, "How do we get there?");
    play.say(rich);
    play.end();
    await whenRead(play);
  },

  async streaming(play) {
    await asked(play, "How do we get there?");
    play.say(rich.slice(0, rich.indexOf("timetable](") + 20));
    await whenRead(play);
  },

  async arabic(play) {
    await asked(play, "\u0623\u064a\u0646 \u0623\u0646\u0627\u061f");
    play.say(
      "## \u0627\u0644\u0645\u0643\u0627\u0646\n\n\u0623\u0646\u062a \u0641\u064a **\u0628\u0631\u0644\u064a\u0646** (`52.52, 13.40`).\n\n- \u0648\u0627\u062d\u062f\n- \u0627\u062b\u0646\u0627\u0646\n\n| \u0627\u0644\u0627\u0633\u0645 | \u0627\u0644\u0642\u064a\u0645\u0629 |\n|---|---|\n| \u0623 | 1 |\n\nAnd one in English.",
    );
    play.end();
    await whenRead(play);
  },

  async retry(play) {
    await asked(play, "Tell me more");
    play.say("One thing is certain.");
    play.end("model_error", {
      kind: "overloaded",
      message: "The model has too much to do at the moment. Ask again later.",
    });
  },

  async editing(play) {
    await asked(play, "Tell me mroe");
    play.say(paragraph);
    play.end();
    await settled();
    play.root().querySelector<HTMLButtonElement>(".mine button")?.click();
    await settled();
  },

  async menu(play) {
    await asked(play, "Tell me more");
    play.say(paragraph);
    play.end();
    await settled();
    play.root().querySelector<HTMLButtonElement>(".menu button")?.click();
    await settled();
  },
} satisfies Scenes;
