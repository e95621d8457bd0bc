/**
 * With `?words=long` every word of the element becomes nearly half as long
 * again, as in a language of long words: what is cut or overlaps then shows.
 * Imported before anything that reads the strings.
 */

import { en } from "../strings/en.ts";
import { later } from "../strings/later/en.ts";

const tail = "äöüéèàîôûñß";

function lengthen(words: string): string {
  return words.replace(/\p{L}{3,}/gu, (word) =>
    word.concat(tail.slice(0, Math.ceil(word.length * 0.4))),
  );
}

function lengthenAll(strings: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(strings)) {
    if (key === "language" || key === "direction") continue;
    if (typeof value === "string") strings[key] = lengthen(value);
    else if (typeof value === "function") {
      strings[key] = (...args: unknown[]) => lengthen(String(value(...args)));
    } else lengthenAll(value as Record<string, unknown>);
  }
}

if (new URLSearchParams(location.search).get("words") === "long") {
  lengthenAll(en);
  lengthenAll(later);
}
