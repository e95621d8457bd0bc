/** The same as the drawing, as an ordered list of sentences. */

import type { Texts } from "../strings/texts.ts";
import type { Picked } from "./drawing.tsx";
import type { Story } from "./moments.ts";
import type { Speaker } from "./words.ts";

/** One item for each moment, in the same order. */
export function ListView(props: {
  t: Texts;
  story: Story;
  say: Speaker;
  picked: Picked;
}) {
  const { t, story, say, picked } = props;
  return (
    <ol class="told" role="list" aria-label={t.sequence.name}>
      {story.moments.map((moment) => {
        const said = say(moment);
        const { key, from } = moment;
        return (
          <li
            key={key}
            class={key === picked.key ? "is-picked" : ""}
            data-from={from === "browser" ? "here" : "there"}
            onPointerEnter={(event) =>
              event.pointerType === "mouse" && picked.pick(key)
            }
          >
            <span dir="auto">{said.sentence}</span>
            <span class="time">
              <bdi>{t.format.clock(moment.at)}</bdi>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
