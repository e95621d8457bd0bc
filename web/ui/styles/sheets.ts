/** The style sheets of the element, made once per document and shared. */

import { makeSheet } from "../parts/sheet.ts";
import { base } from "./base.ts";
import { composer } from "./composer.ts";
import { dock } from "./dock.ts";
import { layout } from "./layout.ts";
import { panel } from "./panel.ts";
import { rem, space } from "./space.ts";
import { tokens } from "./tokens.ts";
import { turns } from "./turns.ts";

let kept: CSSStyleSheet | undefined;

/** The place of what later.ts has, empty until then. */
export function later(): CSSStyleSheet {
  return (kept ??= new CSSStyleSheet());
}

/** Constructed sheets for adoptedStyleSheets; the order matters. */
export function sheets(): CSSStyleSheet[] {
  return [
    ...[tokens, rem(), space, base, layout, turns].map(makeSheet),
    later(),
    ...[composer, panel, dock].map(makeSheet),
  ];
}
