/** The style sheets of the element, made once per document and shared. */

import { makeSheet } from "../parts/sheet.ts";
import { base } from "./base.ts";
import { composer } from "./composer.ts";
import { layout } from "./layout.ts";
import { said } from "./said.ts";
import { rem, space } from "./space.ts";
import { tokens } from "./tokens.ts";

/** What nobody sees before the first message: conversations, dialogs, the inspector's dock. */
export type Late = "talk" | "dialogs" | "dock";

const late: { [L in Late]?: CSSStyleSheet } = {};

function lateSheet(name: Late): CSSStyleSheet {
  return (late[name] ??= new CSSStyleSheet());
}

/** Constructed sheets for adoptedStyleSheets; the order matters. Late ones are empty until they are filled. */
export function sheets(): CSSStyleSheet[] {
  return [
    ...[tokens, rem(), space, base, layout, said].map(makeSheet),
    lateSheet("talk"),
    makeSheet(composer),
    lateSheet("dialogs"),
    lateSheet("dock"),
  ];
}

/** Asked by a part that comes later when its file is here, before it is first drawn. */
export function fillSheet(name: Late, text: string): void {
  lateSheet(name).replaceSync(text);
}
