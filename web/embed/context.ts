/** What a page tells the assistant of itself. */

import type { FarhandElement } from "./api.ts";

/** As it is now: the property, which may be a function, before the attribute. Undefined: nothing. */
export function contextOf(element: FarhandElement): unknown {
  const { context } = element;
  if (typeof context === "function") return context() as unknown;
  if (context !== undefined) return context;
  const text = element.getAttribute("context");
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    console.warn("farhand: the attribute context is no JSON");
    return undefined;
  }
}
