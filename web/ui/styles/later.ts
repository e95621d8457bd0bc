/** The sheets of answers and of the cards of calls. Whoever shows a card or a value imports this file. */

import { calls } from "./calls.ts";
import { details } from "./details.ts";
import { editing } from "./editing.ts";
import { latest } from "./latest.ts";
import { markdown } from "./markdown.ts";
import { print } from "./print.ts";
import { fillSheet } from "./sheets.ts";
import { turns } from "./turns.ts";

fillSheet(
  "talk",
  details + turns + markdown + calls + editing + print + latest,
);
