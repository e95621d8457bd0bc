/** The conversation in its scrolling column. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useShared } from "../parts/hooks.ts";
import { lazy } from "../parts/lazy.tsx";
import { fetchTranscript } from "./fetch.ts";

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
  const { texts: t } = useShared();
  const log = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!props.begun && log.current !== null) log.current.scrollTop = 0;
  }, [props.begun]);
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
