/** Constructed style sheets, each made once for the document. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const made = new Map<string, CSSStyleSheet>();

/** The sheet of a text. */
export function makeSheet(text: string): CSSStyleSheet {
  let sheet = made.get(text);
  if (sheet === undefined) {
    made.set(text, (sheet = new CSSStyleSheet()));
    sheet.replaceSync(text);
  }
  return sheet;
}

/** Gives a part its own style sheet before it is first painted. It stays: the part may come again. */
export function useSheet(
  inside: RefObject<Element | null>,
  text: string,
): void {
  useLayoutEffect(() => {
    const root = inside.current?.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    const sheet = makeSheet(text);
    if (root.adoptedStyleSheets.includes(sheet)) return;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }, [inside, text]);
}
