/** What the element remembers for the next document of the tab. */

/** Kept for each server and id; `seen` for each user of them, too. */
export type Remembered = {
  /** The person, or the page, opened or closed it; undefined: neither. */
  readonly open?: boolean;
  /** There is a conversation: fetch the rest at once. */
  readonly begun?: boolean;
  /** How many answers have been seen. */
  readonly seen?: number;
};

/** Nothing, where the browser keeps its storage closed. */
export function recall(name: string): Remembered {
  try {
    const kept = sessionStorage.getItem(name) as string; // null is JSON, too
    return (JSON.parse(kept) ?? {}) as Remembered;
  } catch {
    return {};
  }
}

/** Adds to what is remembered. */
export function remember(name: string, more: Remembered): void {
  try {
    const all = { ...recall(name), ...more };
    sessionStorage.setItem(name, JSON.stringify(all));
  } catch {
    // Full or not allowed: the next document begins closed.
  }
}
