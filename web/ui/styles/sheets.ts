/** The style sheets of the element, made once per document and shared. */

import { base } from "./base.ts";
import { calls } from "./calls.ts";
import { composer } from "./composer.ts";
import { dock } from "./dock.ts";
import { layout } from "./layout.ts";
import { markdown } from "./markdown.ts";
import { panel } from "./panel.ts";
import { tokens } from "./tokens.ts";
import { turns } from "./turns.ts";

let made: CSSStyleSheet[] | undefined;

/** Constructed sheets for adoptedStyleSheets; the order matters. */
export function sheets(): CSSStyleSheet[] {
  made ??= [
    tokens,
    base,
    layout,
    turns,
    markdown,
    calls,
    composer,
    panel,
    dock,
  ].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return made;
}
