/** The sheets of answers and of the cards of calls, which nobody sees before the first message. */

import { calls } from "./calls.ts";
import { markdown } from "./markdown.ts";
import { later } from "./sheets.ts";

let filled = false;

/** Asked by every part that shows a card or a value, before it is first drawn. */
export function fillLater(): void {
  if (filled) return;
  filled = true;
  later().replaceSync(markdown + calls);
}
