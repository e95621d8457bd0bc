/**
 * Makes a question known when it appears, once: either the focus goes to the
 * heading of its card, and a screen reader reads the dialog there, or a live
 * region says it. Never both; the log around keeps silent about it.
 *
 * The focus goes only if it was inside the chat already and its user is not in
 * the middle of writing or of another question; never to a button. When the
 * question is over, a focus that fell out of the page comes back to where it was.
 */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Ask } from "../state.ts";

/** Where a question is shown, and what had the focus before it came. */
type Place = {
  readonly card: HTMLElement | null;
  readonly before: HTMLElement | undefined;
};

/**
 * Must stand in the same tree as the cards. `asks` are the open questions;
 * `drawn`: the program that draws cards is here.
 */
export function Arrival(props: { asks: readonly Ask[]; drawn: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<number, Place>());
  const [said, setSaid] = useState({ key: 0, sentence: "" });

  useLayoutEffect(() => {
    const root = region.current?.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    const known = places.current;
    for (const [key, place] of known) {
      if (props.asks.some((ask) => ask.key === key)) continue;
      known.delete(key);
      restore(root, place);
    }
    for (const { key } of props.asks) {
      if (known.has(key)) continue;
      const heading = root.querySelector<HTMLElement>(`[data-ask="${key}"]`);
      if (heading === null) continue;
      const before = root.activeElement;
      const moves = before instanceof HTMLElement && !isOccupied(before);
      known.set(key, {
        card: heading.closest<HTMLElement>(".card"),
        before: moves ? before : undefined,
      });
      if (moves) heading.focus();
      else setSaid({ key, sentence: sentenceOf(heading) });
    }
    if (props.asks.length === 0) setSaid({ key: 0, sentence: "" });
  }, [props.asks, props.drawn]);

  return (
    <div ref={region} class="unseen" aria-live="assertive">
      {said.sentence !== "" && <p key={said.key}>{said.sentence}</p>}
    </div>
  );
}

function isOccupied(element: HTMLElement): boolean {
  return element instanceof HTMLTextAreaElement
    ? element.value !== ""
    : element.closest(".ask") !== null;
}

/** Heading, question and meaning, as they stand on the card. */
function sentenceOf(heading: HTMLElement): string {
  const panel = heading.closest(".ask");
  return [heading, ...(panel?.querySelectorAll(".question, .meaning") ?? [])]
    .map((part) => part.textContent?.trim() ?? "")
    .join(". ");
}

/** The buttons are gone; if the focus went with them, it needs a place. */
function restore(root: ShadowRoot, place: Place): void {
  const { activeElement, body } = root.ownerDocument;
  if (activeElement !== null && activeElement !== body) return;
  // A finger should not make the keyboard pop up.
  const coarse =
    root.ownerDocument.defaultView?.matchMedia("(pointer: coarse)");
  const { before, card } = place;
  const target =
    before?.isConnected === true && coarse?.matches !== true
      ? before
      : card?.querySelector<HTMLElement>("summary");
  target?.focus({ preventScroll: true });
}
