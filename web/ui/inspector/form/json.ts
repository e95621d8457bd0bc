/** JSON that a person types, and what is wrong with it. Pure. */

/** What was expected where the text stops being JSON. */
export type JSONFault = {
  readonly reason:
    | "empty"
    | "value"
    | "name"
    | "colon"
    | "comma"
    | "quote"
    | "escape"
    | "number"
    | "more";
  /** Both from 1; the column in characters. */
  readonly line: number;
  readonly column: number;
};

/** A value, or where the text is not JSON. */
export type Parsed =
  { readonly value: unknown } | { readonly fault: JSONFault };

/** Reads a text. JSON.parse decides; browsers tell in different words where it fails, so this looks itself. */
export function parseJSON(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: locate(text) };
  }
}

/** Thrown at the first fault. */
class Found {
  readonly reason: JSONFault["reason"];
  readonly at: number;
  constructor(reason: JSONFault["reason"], at: number) {
    this.reason = reason;
    this.at = at;
  }
}

function locate(text: string): JSONFault {
  try {
    const end = space(text, value(text, space(text, 0)));
    throw new Found("more", end);
  } catch (thrown) {
    const { reason, at } =
      thrown instanceof Found ? thrown : new Found("value", 0);
    const before = text.slice(0, at).split("\n");
    return {
      reason: text.trim() === "" ? "empty" : reason,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  }
}

// Each reads one thing from `at` and returns where it ends.

function space(text: string, at: number): number {
  while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  return at;
}

function value(text: string, at: number): number {
  switch (text.charAt(at)) {
    case "{":
      return list(text, at, "}", property);
    case "[":
      return list(text, at, "]", value);
    case '"':
      return string(text, at);
    default:
      return word(text, at);
  }
}

function list(
  text: string,
  start: number,
  close: string,
  item: (text: string, at: number) => number,
): number {
  let at = space(text, start + 1);
  if (text.charAt(at) === close) return at + 1;
  for (;;) {
    at = space(text, item(text, at));
    const mark = text.charAt(at);
    if (mark === close) return at + 1;
    if (mark !== ",") throw new Found("comma", at);
    at = space(text, at + 1);
  }
}

function property(text: string, at: number): number {
  if (text.charAt(at) !== '"') throw new Found("name", at);
  const colon = space(text, string(text, at));
  if (text.charAt(colon) !== ":") throw new Found("colon", colon);
  return value(text, space(text, colon + 1));
}

function string(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character < " ") throw new Found("quote", at);
    if (character !== "\\") continue;
    const escape = /^(["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at + 1));
    if (escape === null) throw new Found("escape", at);
    at += escape[0].length;
  }
  throw new Found("quote", start);
}

function word(text: string, at: number): number {
  const found = /^[-+.\w]+/.exec(text.slice(at))?.[0] ?? "";
  if (/^(true|false|null)$/.test(found)) return at + found.length;
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(found)) {
    return at + found.length;
  }
  throw new Found(/^[-+.\d]/.test(found) ? "number" : "value", at);
}
