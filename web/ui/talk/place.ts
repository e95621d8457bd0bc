/** Where a reader stood who was not at the end, for the next document of the tab. */

const prefix = "farhand.scroll";

/** In px from the beginning; undefined: at the end. `name` tells conversations of a page apart. */
export function recallPlace(name = ""): number | undefined {
  try {
    const kept = sessionStorage.getItem(prefix + name);
    return kept === null ? undefined : Number(kept);
  } catch {
    return undefined;
  }
}

/** The same way round. */
export function keepPlace(top: number | undefined, name = ""): void {
  try {
    if (top === undefined) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, String(Math.round(top)));
  } catch {
    // Not allowed: the next document begins at the end.
  }
}
