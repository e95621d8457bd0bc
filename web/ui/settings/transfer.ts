/** The memory of this browser as a file, and back. Pure. */

import { plainJSON } from "../../client/json.ts";
import { caps, type Entry, type Kept } from "../../tools/store.ts";

const format = "farhand-memory";
const version = 1;
const keyCharacters = 200; // of memory_put in tools.json

/** What is wrong with an entry: its key, a key that was there before, and so on. */
export type EntryFault = "key" | "twice" | "value" | "deep" | "size" | "time";

/** Why a file cannot be imported. */
export type Fault =
  | { readonly is: "unreadable" | "not_json" | "not_ours" }
  /** `at` counts from 1; `key` is empty if it has none. */
  | {
      readonly is: "entry";
      readonly at: number;
      readonly key: string;
      readonly why: EntryFault;
    };

/** The text of the file. `now` as Date.now() counts. */
export function exportText(entries: readonly Entry[], now: number): string {
  return `${JSON.stringify(
    {
      format,
      version,
      exportedAt: new Date(now).toISOString(),
      entries: entries.map(({ key, value, storedAt }) => ({
        key,
        value,
        storedAt: new Date(storedAt).toISOString(),
      })),
    },
    null,
    2,
  )}\n`;
}

/** Its name, by the day: farhand-memory-2026-11-30.json. */
export function exportName(now: number): string {
  return `${format}-${new Date(now).toISOString().slice(0, 10)}.json`;
}

/** All entries of a file, or the first fault. */
export function readImport(text: string): readonly Kept[] | Fault {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { is: "not_json" };
  }
  const items = itemsOf(file);
  if (items === undefined) return { is: "not_ours" };
  const entries = new Map<string, Kept>();
  for (const [index, item] of items.entries()) {
    const { key, value, storedAt } = isRecord(item) ? item : {};
    const name = typeof key === "string" ? key : "";
    const at = typeof storedAt === "string" ? Date.parse(storedAt) : NaN;
    const wrong = (why: EntryFault): Fault => {
      return { is: "entry", at: index + 1, key: name, why };
    };
    if (name === "" || [...name].length > keyCharacters) return wrong("key");
    if (entries.has(name)) return wrong("twice");
    if (value === undefined) return wrong("value");
    const bytes = bytesOf(value);
    if (bytes === undefined) return wrong("deep");
    if (bytes > caps.valueBytes) return wrong("size");
    if (Number.isNaN(at)) return wrong("time");
    entries.set(name, { key: name, value, storedAt: at });
  }
  return [...entries.values()];
}

/** Of its JSON; undefined if it is nested deeper than a tool could have stored it. */
function bytesOf(value: unknown): number | undefined {
  try {
    return plainJSON(value).bytes;
  } catch {
    return undefined;
  }
}

function itemsOf(file: unknown): readonly unknown[] | undefined {
  if (!isRecord(file) || file["format"] !== format) return undefined;
  const { entries } = file;
  return file["version"] === version && Array.isArray(entries)
    ? entries
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
