/**
 * An answer without its marks, as it is copied and as it is read out: one line
 * for each item and row, a blank line between blocks.
 */

import type { MarkedToken, Tokens } from "marked";
import { decode } from "./entities.ts";
import { deepest } from "./bounds.ts";
import { safeLink, saysPlace } from "./links.ts";
import { parse, type Parsed } from "./parse.ts";

/** A text in Markdown as it is read; as it is, if it is too much to be taken apart. */
export function plainOf(text: string): string {
  return createPlain()(text);
}

/** `plainOf` for one text that grows: what is complete is not taken apart again. */
export function createPlain(): (text: string) => string {
  const done = new WeakMap<MarkedToken, string>();
  let before: Parsed | undefined;
  const wordsOf = (token: MarkedToken): string => {
    const known = done.get(token);
    if (known !== undefined) return known;
    const found = block(token, 0);
    done.set(token, found);
    return found;
  };
  return (text) => {
    before = parse(text, false, before);
    if (before === undefined) return text;
    return before.blocks
      .map(wordsOf)
      .filter((words) => words !== "")
      .join("\n\n");
  };
}

function block(token: MarkedToken, depth: number): string {
  if (depth > deepest) return token.raw.trim();
  switch (token.type) {
    case "space":
    case "def":
    case "hr":
    case "checkbox":
      return "";
    case "code":
      return token.text;
    case "html":
      return token.text.trim();
    case "list":
      return token.items
        .map((item, at) => listItem(token, item, at, depth))
        .join("\n");
    case "blockquote":
      return blocksOf(token.tokens, depth, "\n\n");
    case "table":
      return [token.header, ...token.rows]
        .map((row) => row.map((cell) => words(cell.tokens, depth)).join("\t"))
        .join("\n");
    default:
      return words([token], depth).trim();
  }
}

function listItem(
  list: Tokens.List,
  item: Tokens.ListItem,
  at: number,
  depth: number,
): string {
  const mark = item.task
    ? item.checked === true
      ? "\u2611"
      : "\u2610"
    : list.ordered
      ? `${Number(list.start) + at}.`
      : "\u2022";
  return `${mark} ${blocksOf(item.tokens, depth, "\n")}`;
}

function blocksOf(tokens: readonly unknown[], depth: number, gap: string) {
  return (tokens as MarkedToken[])
    .map((token) => block(token, depth + 1))
    .filter((text) => text !== "")
    .join(gap);
}

/** The words of a run. */
export function words(tokens: readonly unknown[], depth = 0): string {
  return (tokens as MarkedToken[]).map((token) => run(token, depth)).join("");
}

function run(token: MarkedToken, depth: number): string {
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case "br":
      return "\n";
    case "codespan":
    case "escape":
    case "html":
      return token.text;
    case "image": {
      const link = safeLink(decode(token.href));
      const alt = decode(token.text);
      return link === undefined ? alt : `${alt} (${link.place})`.trimStart();
    }
    case "link": {
      const text = words(token.tokens, depth + 1);
      const link = safeLink(hrefOf(token));
      return link === undefined || saysPlace(text, link.place)
        ? text
        : `${text} (${link.place})`;
    }
    default: {
      if ("tokens" in token && token.tokens !== undefined) {
        return words(token.tokens, depth + 1);
      }
      return "text" in token ? decode(token.text) : token.raw;
    }
  }
}

/** The address of a link. Between angle brackets it stands for itself. */
export function hrefOf(token: Tokens.Link): string {
  return token.autolink === true ? token.href : decode(token.href);
}
