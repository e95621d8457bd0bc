/** A story as plain text, for a message or an issue. */

import type { Texts } from "../strings/texts.ts";
import type { Story } from "./moments.ts";
import type { Speaker } from "./words.ts";

/** The words of the user, then one numbered line for each moment. */
export function asText(
  t: Texts,
  story: Story,
  say: Speaker,
  words: string,
): string {
  const lines = story.moments.map(
    (moment, at) =>
      `${t.format.number(at + 1)}. ${say(moment).sentence} (${t.format.clock(moment.at)})`,
  );
  return [`${t.sequence.name}: ${words}`, "", ...lines, ""].join("\n");
}
