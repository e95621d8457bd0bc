/**
 * Writes docs/errors.md. It stands here, not in web/gen, because the person's
 * sentences are this room's. Run from web/ by `npm run gen`, bundled for Node.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { turnEndReasonValues } from "../../gen/protocol.ts";
import { endSentence } from "../strings/turns.ts";
import { english } from "../strings/english.ts";
import { generateErrors, type ErrorTables } from "./errors.ts";

function table<T>(path: string): T {
  return JSON.parse(readFileSync(`../internal/${path}`, "utf8")) as T;
}

const ends = turnEndReasonValues.map((reason) => [
  reason,
  endSentence(english, reason, undefined),
]);

writeFileSync(
  "../docs/errors.md",
  generateErrors({
    codes: table<ErrorTables["codes"]>("protocol/testdata/codes.json"),
    ends: Object.fromEntries(ends) as ErrorTables["ends"],
    failures: table<ErrorTables["failures"]>(
      "model/gemini/testdata/failures.json",
    ),
  }),
);
