/**
 * How much an answer may ask of the parser. An answer can be written by whoever
 * wrote what the model has read; beyond these bounds it is shown as plain text.
 */

/** Characters of a whole answer. */
export const longest = 400_000;
/** How deep things may stand in each other. */
export const deepest = 24;

/**
 * Blocks, items, cells: each is some elements. Ten times what fits into the
 * longest answer that a person reads.
 */
export const mostPieces = 4_000;

const longestLine = 20_000;
// Of one run of words, such as a paragraph; the parser is quadratic in some.
const longestRun = 12_000;
const mostMarks = 1_200;
// Of one list, that is, in what is taken apart at once.
const mostItems = 1_500;
// Lines that go on an item without a mark of their own; the parser is quadratic
// in those of one item, and in all of a list where items stand in items.
const mostLines = 400;
const mostListLines = 1_200;
const itemMark = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/**
 * Whether a text is too much for the parser of blocks: too deep, too many
 * items, too long an item, too long a line.
 */
export function isBeyond(text: string): boolean {
  let fence = "";
  let items = 0;
  let inList = false;
  let lines = 0; // without a blank one between them
  let listLines = 0;
  let blank = true;
  for (const line of text.split("\n")) {
    const afterBlank = blank;
    blank = line.trim() === "";
    if (afterBlank && /^[^\s>]/.test(line)) inList = false;
    if (afterBlank || blank) lines = 0;
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence !== "") {
      if (mark.startsWith(fence)) fence = "";
    } else if (mark !== "") {
      fence = mark;
    } else if (line.length > longestLine) {
      return true;
    } else if (depth(line) > deepest) {
      return true; // the parser recurses
    } else if (itemMark.test(line)) {
      if (++items > mostItems) return true;
      inList = true;
      lines = 0;
    } else if (inList && !blank) {
      if (++lines > mostLines || ++listLines > mostListLines) return true;
    }
  }
  return false;
}

/** How many quotes and lists a line opens, counting two columns as a level. */
function depth(line: string): number {
  const before = /^(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/.exec(line);
  const marks = before?.[0] ?? "";
  if (marks.length <= deepest || /^[-*_ \t]*$/.test(line)) return 0;
  const opened = marks.match(/[^ \t\d]/g)?.length ?? 0;
  // Indented that far without a mark it is code, or goes on a paragraph.
  return opened === 0
    ? 0
    : opened + Math.floor(/^ */.exec(line)![0].length / 2);
}

/** Whether a run of words is too much for the parser of links and emphasis. */
export function isTooMuch(run: string): boolean {
  if (run.length > longestRun || / {200}/.test(run)) return true;
  return (run.match(/[[\]*_~`<!&\\]/g)?.length ?? 0) > mostMarks;
}
