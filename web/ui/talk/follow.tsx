/** How the conversation follows its own end. It comes with what shows the conversation. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { goToQuestion } from "../parts/focus.ts";
import { Icon } from "../parts/icons-later.tsx";
import { useShared } from "../parts/hooks.ts";
import { keepPlace, recallPlace } from "./place.ts";
import { useTexts } from "../parts/texts.ts";

const near = 64; // px from the end that still count as being there

/**
 * Follows the end as long as the reader is there, and leaves them where they
 * are otherwise, also in the next document of the tab. A new `turn` brings them
 * to the end. `waiting`: something in the conversation waits for the user. Shows
 * the way back to the end.
 */
export function Follow(props: {
  /** What scrolls; it renders this whenever something in it may have changed. */
  log: RefObject<HTMLDivElement | null>;
  turn: string | undefined;
  waiting: boolean;
}) {
  const { log } = props;
  const { wishes } = useShared();
  const t = useTexts();
  const following = useRef(true);
  const frame = useRef<number | undefined>(undefined);
  const [away, setAway] = useState(false);
  const left = useRef<number | undefined>(undefined); // by an earlier document

  const top = useRef(0); // as far as this knows

  function toEnd(): void {
    const element = log.current;
    if (element === null) return;
    element.scrollTop = element.scrollHeight;
    top.current = element.scrollTop;
  }

  // Its end may not wait for a picture, as effects do: the log stays, and a new
  // conversation in it begins at its beginning.
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    const isNear = (): boolean => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      return scrollHeight - scrollTop - clientHeight < near;
    };
    const look = (): void => {
      following.current = isNear();
      setAway(!following.current);
    };
    top.current = element.scrollTop;
    // It tells of the scroll to the end, too, which is no move of the reader:
    // words may have come since, or a card was opened.
    const scrolled = (): void => {
      const by = element.scrollTop - top.current;
      top.current = element.scrollTop;
      if (by < 0 || (by > 0 && !following.current)) look();
    };
    // Where the log grows or what is in it shrinks, the browser scrolls up. It
    // tells of that with the next picture, when more may have come.
    let height = element.scrollHeight;
    const resized = new ResizeObserver(() => {
      comeBack();
      const grew = element.scrollHeight > height;
      height = element.scrollHeight;
      if (following.current) toEnd();
      else if (grew) setAway(!isNear());
      else look();
      top.current = element.scrollTop;
    });
    element.addEventListener("scroll", scrolled, { passive: true });
    // A card that opens must not be scrolled away: neither by the next word nor
    // by its own growth, which comes after the click.
    const clicked = (event: MouseEvent): void => {
      const summary = (event.target as Element).closest("summary");
      const opens = summary?.closest("details")?.open === false;
      if (opens) following.current = false;
    };
    element.addEventListener("click", clicked, { capture: true });
    resized.observe(element);
    for (const column of element.children) resized.observe(column);
    return () => {
      element.removeEventListener("scroll", scrolled);
      element.removeEventListener("click", clicked, { capture: true });
      resized.disconnect();
      if (frame.current !== undefined) cancelAnimationFrame(frame.current);
    };
  }, []);

  // Before the first picture: what follows is decided with it.
  useLayoutEffect(() => {
    left.current = recallPlace(wishes.key);
    const leave = (): void =>
      keepPlace(
        following.current ? undefined : log.current?.scrollTop,
        wishes.key,
      );
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [wishes.key]);

  const before = useRef(props.turn);
  useLayoutEffect(() => {
    following.current = true;
    if (before.current === props.turn) return; // the turn that it came with
    if (before.current !== undefined) left.current = undefined;
    before.current = props.turn;
  }, [props.turn]);

  /** Where the reader stood, once the conversation is long enough again. */
  function comeBack(): void {
    const element = log.current;
    const to = left.current;
    if (element === null || to === undefined) return;
    if (to + element.clientHeight > element.scrollHeight) return;
    left.current = undefined;
    following.current = false;
    element.scrollTop = to;
    setAway(true);
  }

  // Once for all that comes between two pictures: each time costs a layout.
  useLayoutEffect(() => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined;
      comeBack();
      if (following.current) toEnd();
    });
  });

  // The button goes away; the focus stays where it led to.
  function onLatest(): void {
    following.current = true;
    setAway(false);
    toEnd();
    log.current?.focus({ preventScroll: true });
    if (props.waiting && log.current !== null) goToQuestion(log.current);
  }

  if (!away) return null;
  return (
    <button type="button" class="latest" onClick={onLatest}>
      <Icon name={props.waiting ? "hand" : "down"} />
      <span>{props.waiting ? t.words.waiting : t.names.latest}</span>
    </button>
  );
}
