/** Turns a JSON value into lines that a person can read. Pure. */

import type { Texts } from "../strings/texts.ts";
import { type Picture, pictureIn, pictureOf } from "./pictures.ts";

/** One line: where the value stands, and the value in words. */
export type Row = {
  readonly path: readonly string[];
  readonly text: string;
  /** How it looks: text as it is, numbers and the like in figures, words of ours quiet. */
  readonly kind: "text" | "figure" | "word";
};

const mostRows = 60;
const mostCharacters = 10_000; // of one text

/** The rows of a value in order, and how many more there are. */
export function rows(
  t: Texts,
  value: unknown,
): {
  shown: readonly Row[];
  left: number;
} {
  const all: Row[] = [];
  walk(t, value, [], all);
  return {
    shown: all.slice(0, mostRows),
    left: Math.max(0, all.length - mostRows),
  };
}

function walk(
  t: Texts,
  value: unknown,
  path: readonly string[],
  into: Row[],
): void {
  if (Array.isArray(value)) {
    if (value.length === 0) {
      into.push({ path, text: t.words.nothing, kind: "word" });
    } else if (value.every(isPlain)) {
      into.push({ path, text: cut(value.join(", ")), kind: "text" });
    } else {
      value.forEach((item, at) =>
        walk(t, item, [...path, String(at + 1)], into),
      );
    }
    return;
  }
  if (typeof value === "object" && value !== null) {
    const own = pictureIn(value);
    if (own !== undefined) {
      into.push({ path, ...pictured(t, own) });
      return;
    }
    const entries = Object.entries(value);
    if (entries.length === 0) {
      into.push({ path, text: t.words.nothing, kind: "word" });
    }
    for (const [key, item] of entries) walk(t, item, [...path, key], into);
    return;
  }
  into.push({ path, ...scalar(t, value) });
}

function isPlain(item: unknown): boolean {
  if (typeof item === "string") return pictureOf(item) === undefined;
  return typeof item !== "object";
}

function scalar(t: Texts, value: unknown): Pick<Row, "text" | "kind"> {
  switch (typeof value) {
    case "string": {
      const own = pictureOf(value);
      if (own !== undefined) return pictured(t, own);
      if (value === "") return { text: t.words.emptyText, kind: "word" };
      return { text: cut(value), kind: "text" };
    }
    case "boolean":
      return { text: value ? t.words.yes : t.words.no, kind: "word" };
    case "number":
      return { text: String(value), kind: "figure" };
    default:
      return { text: t.words.nothing, kind: "word" };
  }
}

/** The picture itself stands beside the rows. */
function pictured(t: Texts, picture: Picture): Pick<Row, "text" | "kind"> {
  return {
    text: t.calls.pictureOf(t.format.bytes(picture.bytes)),
    kind: "word",
  };
}

function cut(text: string): string {
  return text.length > mostCharacters
    ? `${text.slice(0, mostCharacters)}\u2026`
    : text;
}
