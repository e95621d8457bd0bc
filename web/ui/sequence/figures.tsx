/** What the whole turn took. */

import type { Texts } from "../strings/texts.ts";
import type { Story } from "./moments.ts";

/** A line of figures; what did not happen is left out. */
export function Figures(props: { t: Texts; story: Story }) {
  const { figures } = props.t.sequence;
  const { duration, number } = props.t.format;
  const { totals, ms, open } = props.story;
  const all = [
    [open ? figures.soFar : figures.all, duration(ms), ""],
    [figures.model, totals.modelMs > 0 && duration(totals.modelMs), "there"],
    [figures.bodies, totals.bodyMs > 0 && duration(totals.bodyMs), "here"],
    [figures.user, totals.userMs > 0 && duration(totals.userMs), "user"],
    [figures.requests, totals.requests > 0 && number(totals.requests), ""],
    [figures.calls, totals.calls > 0 && number(totals.calls), ""],
    [figures.tokens, totals.tokens > 0 && number(totals.tokens), ""],
  ] as const;
  return (
    <dl class="figures">
      {all.map(
        ([name, value, place]) =>
          value !== false && (
            <div key={name} class={place}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
