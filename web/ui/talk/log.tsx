/** The conversation in its scrolling column. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { lazy } from "../parts/lazy.tsx";
import { fetchTranscript } from "./fetch.ts";
import { keepPlace } from "./place.ts";

const Follow = lazy(() => fetchTranscript().then((part) => part.Follow));

/**
 * It follows its end once it has `begun`, and begins at its beginning where
 * nothing was said yet; see follow.tsx for the others.
 */
export function Log(props: {
  begun: boolean;
  turn: string | undefined;
  waiting: boolean;
  children: ComponentChildren;
}) {
  const { texts: t, wishes } = useShared();
  const log = useRef<HTMLDivElement>(null);
  const begun = useRef(false);
  useLayoutEffect(() => {
    if (!props.begun && log.current !== null) log.current.scrollTop = 0;
    // A new conversation; until one has begun, an earlier document's may come back.
    if (!props.begun && begun.current) keepPlace(undefined, wishes.key);
    begun.current = props.begun;
  }, [props.begun, wishes.key]);
  return (
    <div class="scroller">
      <div
        class="log"
        part="log"
        role="log"
        aria-live="off"
        aria-label={t.names.conversation}
        tabIndex={0}
        ref={log}
      >
        <div class="column">{props.children}</div>
      </div>
      {props.begun && (
        <Follow log={log} turn={props.turn} waiting={props.waiting} />
      )}
    </div>
  );
}
