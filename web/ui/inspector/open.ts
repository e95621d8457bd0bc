/**
 * Whether the inspector is open beside the conversation, and at which tab:
 * remembered for the tab of the browser. The inspector is fetched when it is
 * first opened, its button where it is offered.
 */

import { useState } from "preact/hooks";

/** The key in sessionStorage: the name of the open tab; "" or absent: closed. */
export const dockKey = "farhand.inspector";

/** Whether the inspector is open, and how that is changed. */
export type Dock = {
  readonly open: boolean;
  /** It was opened by hand, not as it was found. */
  readonly byHand: boolean;
  toggle(): void;
};

/** The state of the dock; closed while the inspector is not `offered`. */
export function useDock(offered: boolean): Dock {
  const [open, setOpen] = useState(() => remembered() !== "");
  const [byHand, setByHand] = useState(false);
  return {
    open: open && offered,
    byHand,
    toggle() {
      if (open) remember("");
      else remember("tools");
      setByHand(!open);
      setOpen(!open);
    },
  };
}

/** The open tab; empty: closed. */
export function remembered(): string {
  try {
    return sessionStorage.getItem(dockKey) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the open tab. */
export function remember(tab: string): void {
  try {
    sessionStorage.setItem(dockKey, tab);
  } catch {
    // Not allowed: it is closed after a reload.
  }
}
