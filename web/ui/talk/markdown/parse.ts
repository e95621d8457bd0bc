/**
 * From the text of an answer to its blocks, with no more work than the last
 * block for each piece of a stream. Only the lexer of marked is used: it makes
 * tokens, never markup.
 */

import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { isBeyond, isTooMuch, longest, mostPieces } from "./bounds.ts";
import { settle } from "./settle.ts";

/** An answer in blocks. A block that did not change is the same object as before. */
export type Parsed = {
  readonly blocks: readonly MarkedToken[];
  /** What stands before the last block; nothing that follows changes it. */
  readonly stable: string;
  /** How many blocks that is. */
  readonly count: number;
  readonly links: Lexer["tokens"]["links"];
};

/**
 * The blocks of a text. `growing`: more may come, so what is not finished at
 * its end is shown calmly. `before`: what was parsed when there was less of it.
 * Undefined if the text is beyond the bounds.
 */
export function parse(
  text: string,
  growing: boolean,
  before?: Parsed,
): Parsed | undefined {
  if (text.length > longest) return undefined;
  const source = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const known =
    before !== undefined && source.startsWith(before.stable)
      ? before
      : undefined;
  const rest = source.slice(known?.stable.length ?? 0);
  const shown = growing ? settle(rest).shown : rest;
  if (isBeyond(shown)) return undefined;

  const lexer = new Lexer({ gfm: true, breaks: true });
  Object.assign(lexer.tokens.links, known?.links);
  const found = lexer.blockTokens(shown, []) as MarkedToken[];
  const pieces = found.length + lexer.inlineQueue.length;
  if ((known?.count ?? 0) + pieces > mostPieces) return undefined;
  const defined = Object.keys(lexer.tokens.links).length;
  if (known !== undefined && defined > Object.keys(known.links).length) {
    return parse(text, growing); // words above may be links now
  }
  for (const { src, tokens } of lexer.inlineQueue.splice(0)) {
    if (isTooMuch(src)) tokens.push({ type: "text", raw: src, text: src });
    else lexer.inlineTokens(src, tokens);
  }

  const kept = known?.blocks.slice(0, known.count) ?? [];
  const blocks = kept.concat(
    found.map((token, at) => reuse(before?.blocks[kept.length + at], token)),
  );
  let last = found.length - 1;
  while (last > 0 && found[last]?.type === "space") last--;
  const open = found.slice(0, Math.max(0, last));
  const length = open.reduce((sum, token) => sum + token.raw.length, 0);
  return {
    blocks,
    stable: source.slice(0, source.length - rest.length + length),
    count: kept.length + open.length,
    links: lexer.tokens.links,
  };
}

/** The old token if the new one is the same, so that nothing is rendered again. */
function reuse<T extends Token>(old: Token | undefined, token: T): T {
  if (old === undefined || old.type !== token.type) return token;
  if (old.raw === token.raw) return old as T;
  if (token.type !== "list") return token;
  const items = (old as Tokens.List).items;
  const list = token as Tokens.List;
  return {
    ...token,
    items: list.items.map((item, at) => {
      const same =
        items[at]?.raw === item.raw && items[at].loose === item.loose;
      return same ? items[at] : item;
    }),
  };
}
