/**
 * Buttons go away when they are pressed: an example, Try again, the answers of
 * a question. The focus would fall out of the page with them, and who uses the
 * keyboard or a screen reader would have to begin anew.
 */

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Keeps the focus inside an element. If what had it is gone and nothing else
 * has taken it, it goes to a place nearby: in the same dialog or drawer, or
 * else the message; or the conversation, where a finger would make the
 * keyboard pop up. A focus that its user moved away stays away.
 */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const inside = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = inside.current;
    if (element === null) return;
    // What has the focus, and all that it stands in; empty: it is elsewhere.
    let path: readonly Element[] = [];
    const isGone = (): boolean => path[0]?.isConnected === false;
    const isOff = (): boolean => path[0]?.matches(":disabled") === true;
    const came = (event: FocusEvent): void => {
      const all = event.composedPath();
      path = all.slice(0, all.indexOf(element) + 1) as Element[];
    };
    // Browsers tell of it, too, when what has the focus is disabled, and some
    // when it is taken out.
    const went = (): void => {
      const left = path;
      queueMicrotask(() => {
        if (path !== left || isGone() || isOff()) return;
        if (document.hasFocus()) path = [];
      });
    };
    const changes = new MutationObserver(() => {
      if (!isGone()) return;
      const near = path.find((one) => one.isConnected);
      path = [];
      const { activeElement } = element.getRootNode() as Document | ShadowRoot;
      if (activeElement !== null && activeElement !== document.body) return;
      if (near !== undefined)
        place(element, near)?.focus({ preventScroll: true });
    });
    element.addEventListener("focusin", came);
    element.addEventListener("focusout", went);
    changes.observe(element, { subtree: true, childList: true });
    return () => {
      changes.disconnect();
      element.removeEventListener("focusin", came);
      element.removeEventListener("focusout", went);
    };
  }, []);
  return inside;
}

/** Brings the open question into view, and the focus to its heading: never to an answer. */
export function goToQuestion(root: ParentNode): void {
  const heading = root.querySelector<HTMLElement>("[data-ask]");
  heading?.focus({ preventScroll: true });
  // Its answers, too, and no further: what lies over the end must not cover them.
  heading?.closest(".ask")?.scrollIntoView({ block: "nearest" });
}

function place(chat: Element, near: Element): HTMLElement | null {
  const part = near.closest("dialog[open], .dock");
  if (part !== null) {
    return part.querySelector("[role=tab][aria-selected=true], button");
  }
  const coarse = matchMedia("(pointer: coarse)").matches;
  return chat.querySelector(coarse ? "[role=log]" : ".composer textarea");
}
