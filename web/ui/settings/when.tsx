/** A point in time: how long ago, and exactly when it is pointed at or reached by keyboard. */

import { useMemo } from "preact/hooks";
import { useNow } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { createTimes } from "../parts/times.ts";

/** `at` as Date.now() counts. A screen reader gets both. */
export function When(props: { at: number }) {
  const { language } = useTexts();
  const times = useMemo(() => createTimes(language), [language]);
  const now = useNow(true, 20_000);
  const ago = times.ago(props.at, now);
  const exact = times.exact(props.at);
  const dateTime = new Date(props.at).toISOString();
  if (ago === exact) return <time dateTime={dateTime}>{exact}</time>;
  return (
    <time class="when" dateTime={dateTime} tabIndex={0}>
      <span>{ago}</span> <span>{exact}</span>
    </time>
  );
}
