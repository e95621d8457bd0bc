/**
 * The end of an answer that is still growing: half a link, half a fence, the
 * first row of a table. Shown as they are they would flicker between marks and
 * meaning; here they are closed, or held back until it is clear what they are.
 */

/** A growing text, ready to be shown. */
export type Settled = {
  /** With what is open closed, and what is unclear left out. */
  readonly shown: string;
  /** Characters of the text that mean the same whatever follows. */
  readonly sure: number;
};

const longestRun = 4_000; // characters at the end that are looked at

/** Settles the end of a text. Lines end in "\n". */
export function settle(text: string): Settled {
  const fence = openFence(text);
  if (fence !== undefined) return settleFence(text, fence);
  const start = lastLine(text);
  const line = text.slice(start);
  const table = tableBegins(text);
  if (table !== undefined) return held(text, table);
  if (isUnclear(line)) return held(text, start);
  return settleWords(text, Math.max(runBegins(text), text.length - longestRun));
}

function held(text: string, from: number): Settled {
  return { shown: text.slice(0, from).replace(/\n$/, ""), sure: from };
}

function lastLine(text: string): number {
  return text.lastIndexOf("\n") + 1;
}

const fenceLine =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/;

/** The marks of a fence that is not closed. */
function openFence(text: string): string | undefined {
  if (!text.includes("```") && !text.includes("~~~")) return undefined;
  let open: string | undefined;
  for (const line of text.split("\n")) {
    const marks = fenceLine.exec(line)?.[1];
    if (marks === undefined) continue;
    if (open === undefined) open = marks;
    else if (marks.startsWith(open)) open = undefined;
  }
  return open;
}

function settleFence(text: string, fence: string): Settled {
  const start = lastLine(text);
  const line = text.slice(start).trim();
  const closing = line !== "" && fence.startsWith(line) && start > 0;
  return closing && line.length < fence.length
    ? { shown: text.slice(0, start), sure: start }
    : { shown: text, sure: start };
}

/** Whether a line is marks only: a list, a rule, a heading, a fence or words to come. */
function isUnclear(line: string): boolean {
  return (
    /^[ \t>]*(?:[-*+_=#|`~!]+|\d{1,9}[.)]?)[ \t]*$/.test(line) ||
    /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]?\]?[ \t]*$/.test(line) ||
    /^[ \t]*>[ \t>]*$/.test(line) ||
    /^ {0,3}\[[^\]]+\]:/.test(line)
  );
}

/** Where a table begins whose second row, which makes it one, is not complete. */
function tableBegins(text: string): number | undefined {
  let start = text.length;
  let complete = -1; // what follows the last line break is not
  for (;;) {
    const line = text.lastIndexOf("\n", start - 1) + 1;
    const empty = line === text.length;
    if (!empty && text[line] !== "|") break;
    complete++;
    start = line - 1;
    if (complete > 1 || line === 0) break;
  }
  const begins = start + 1;
  return complete < 2 && text[begins] === "|" ? begins : undefined;
}

/** Where the words at the end begin: after a blank line or the mark of an item, a heading, a row. */
function runBegins(text: string): number {
  let at = text.length;
  while (at > 0) {
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const line = text.slice(start, at);
    if (line.trim() === "" && at < text.length) return at;
    const mark = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|#{1,6}[ \t]|\|)/.exec(
      line,
    );
    if (mark !== null) return start + mark[0].length;
    at = start - 1;
  }
  return 0;
}

type Open = {
  readonly marks: string;
  readonly at: number;
  readonly weak: boolean;
};

function settleWords(text: string, from: number): Settled {
  const open: Open[] = [];
  const brackets: number[] = [];
  for (let at = from; at < text.length;) {
    const char = text[at] ?? "";
    const marks = "`*_~".includes(char) ? runOf(text, at) : char;
    if (char === "\\") {
      at += 2;
    } else if (char === "`") {
      const close = closingTicks(text, at, marks.length);
      if (close === undefined) {
        open.push({ marks, at, weak: false });
        break; // marks mean nothing in code
      }
      at = close;
    } else if (char === "[") {
      brackets.push(text[at - 1] === "!" && at > from ? at - 1 : at);
      at++;
    } else if (char === "]") {
      const begin = brackets.pop();
      const end = begin === undefined ? at + 1 : linkEnd(text, at);
      if (begin !== undefined && end === undefined) {
        return withoutBracket(text, from, begin, at, open);
      }
      at = end ?? at + 1;
    } else if (char === "*" || char === "_" || char === "~") {
      emphasis(text, at, marks, open);
      at += marks.length;
    } else {
      at++;
    }
  }
  const begin = brackets[0];
  if (begin !== undefined && text.length - begin < 300) {
    return withoutBracket(text, from, begin, text.length, open);
  }
  return closed(text, open);
}

function runOf(text: string, at: number): string {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return text.slice(at, end);
}

/** Where code ends that begins with that many ticks. */
function closingTicks(
  text: string,
  at: number,
  count: number,
): number | undefined {
  for (let next = at + count; ;) {
    next = text.indexOf("`", next);
    if (next < 0) return undefined;
    const { length } = runOf(text, next);
    next += length;
    if (length === count) return next;
  }
}

/** Where a link ends whose words end at a bracket; undefined if that is still open. */
function linkEnd(text: string, bracket: number): number | undefined {
  const next = text[bracket + 1];
  if (next === undefined) return undefined;
  if (next !== "(") return bracket + 1;
  let depth = 0;
  for (let at = bracket + 1; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at + 1;
    else if (char === "\n") return bracket + 1; // it is none
  }
  return undefined;
}

/** Half a link is shown as its words. */
function withoutBracket(
  text: string,
  from: number,
  begin: number,
  end: number,
  open: readonly Open[],
): Settled {
  const mark = text[begin] === "!" ? 2 : 1;
  const before = open.filter(({ at }) => at < begin);
  const words = text.slice(begin + mark, end);
  const inner = settleWords(words, 0).shown;
  const { shown } = closed(text.slice(0, begin) + inner, before);
  return {
    shown,
    sure: Math.max(from, Math.min(begin, ...open.map(({ at }) => at))),
  };
}

function emphasis(text: string, at: number, marks: string, open: Open[]): void {
  const before = text[at - 1] ?? " ";
  const after = text[at + marks.length] ?? "";
  const inWord = /[\p{L}\p{N}]/u.test(before);
  if (!/\s/.test(before)) {
    const match = open.findLastIndex((other) => other.marks === marks);
    if (match >= 0) {
      open.splice(match);
      return;
    }
  }
  if (/\s/.test(after) || (inWord && marks.startsWith("_") && after !== "")) {
    return;
  }
  open.push({ marks, at, weak: inWord || marks === "~" });
}

/** Closes what is open; a mark with nothing behind it is held back. */
function closed(text: string, open: readonly Open[]): Settled {
  const sure = open[0]?.at ?? text.length;
  let shown = text;
  let rest = [...open];
  for (let last = rest.at(-1); last !== undefined; last = rest.at(-1)) {
    if (last.at + last.marks.length < shown.trimEnd().length) break;
    shown = shown.slice(0, last.at);
    rest = rest.slice(0, -1);
  }
  const marks = rest.filter(({ weak }) => !weak).map((mark) => mark.marks);
  if (marks.length > 0) shown = shown.trimEnd() + marks.reverse().join("");
  return { shown, sure };
}
