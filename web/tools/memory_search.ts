import { utf8Bytes } from "../client/utf8.ts";
import type { BodyOf } from "./body.ts";
import { needs } from "./needs.ts";
import { allEntries, type Entry } from "./store.ts";

/** The contract's maxItems. */
const maxMatches = 20;
/** Of the matches' JSON, so that the result stays within the contract's 64 KiB. */
const maxBytes = 64 * 1024 - 128;

/** `total` counts the matches that did not fit as well. */
export const memorySearch: BodyOf<"memory_search"> = {
  available: needs.memory_search,
  async run({ query }, { subject }) {
    const words = query.toLowerCase();
    const found = (await allEntries(subject)).filter((entry) =>
      holds(entry, words),
    );
    const matches: Array<{ key: string; value: unknown }> = [];
    let bytes = 0;
    for (const { key, value } of found) {
      const match = { key, value };
      const size = utf8Bytes(JSON.stringify(match)) + 1;
      if (matches.length === maxMatches) break;
      if (bytes + size > maxBytes) continue;
      bytes += size;
      matches.push(match);
    }
    return { matches, total: found.length };
  },
};

function holds({ key, value }: Entry, words: string): boolean {
  return textOf([key, value]).toLowerCase().includes(words);
}

/** Every text, number and field name in a value, without JSON's escapes. */
function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.map(textOf).join("\n");
}
