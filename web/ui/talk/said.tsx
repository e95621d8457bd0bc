/** The user's words. */

import type { ComponentChildren } from "preact";
import { useShared } from "../parts/hooks.ts";

/** Words as they were sent; the children stand before them. */
export function Said(props: { words: string; children?: ComponentChildren }) {
  const { texts: t } = useShared();
  return (
    <div class="mine">
      {props.children}
      <div class="said" part="message question" dir="auto">
        <h2 class="unseen" dir={t.direction}>
          {t.names.you}{" "}
        </h2>
        {props.words}
      </div>
    </div>
  );
}
