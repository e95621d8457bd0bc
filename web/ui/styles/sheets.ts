/** The style sheets of the element, made once per document and shared. */

import { makeSheet } from "../parts/sheet.ts";
import { base } from "./base.ts";
import { calls } from "./calls.ts";
import { composer } from "./composer.ts";
import { dock } from "./dock.ts";
import { layout } from "./layout.ts";
import { markdown } from "./markdown.ts";
import { panel } from "./panel.ts";
import { rem, space } from "./space.ts";
import { tokens } from "./tokens.ts";
import { turns } from "./turns.ts";

/** Constructed sheets for adoptedStyleSheets; the order matters. */
export function sheets(): CSSStyleSheet[] {
  return [
    tokens,
    rem(),
    space,
    base,
    layout,
    turns,
    markdown,
    calls,
    composer,
    panel,
    dock,
  ].map(makeSheet);
}
