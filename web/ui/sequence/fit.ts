/** Text in a limited width. */

/** The width of a text in pixels. */
export type Measure = (text: string, size: number, weight: 400 | 600) => number;

/**
 * The text in at most so many lines of that width. What does not fit is cut
 * with an ellipsis; words are parted only if they are wider than a line.
 */
export function wrap(
  text: string,
  width: number,
  lines: number,
  measure: (text: string) => number,
): string[] {
  const fits = (line: string): boolean => measure(line) <= width;
  if (fits(text)) return [text];
  const done: string[] = [];
  let line = "";
  const words = text.split(/\s+/);
  for (const [at, word] of words.entries()) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
    } else if (line === "" || done.length === lines - 1) {
      const rest = [line, ...words.slice(at)].join(" ").trim();
      return [...done, cut(rest, fits)];
    } else {
      done.push(line);
      line = word;
      if (!fits(word)) {
        return [...done, cut(words.slice(at).join(" "), fits)];
      }
    }
  }
  return [...done, line];
}

function cut(text: string, fits: (line: string) => boolean): string {
  const characters = [...text];
  if (fits(text)) return text;
  let from = 0;
  let to = characters.length;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    const line = characters.slice(0, middle).join("").trimEnd() + "\u2026";
    if (fits(line)) from = middle;
    else to = middle - 1;
  }
  return characters.slice(0, from).join("").trimEnd() + "\u2026";
}

/** As many of the facts, in order, as fit on one line. */
export function joinFacts(
  facts: readonly string[],
  width: number,
  measure: (text: string) => number,
): string {
  for (let count = facts.length; count > 0; count--) {
    const line = facts.slice(0, count).join(" \u00b7 ");
    if (measure(line) <= width) return line;
  }
  return "";
}

/** A width without a browser: good enough where nobody looks. */
export const estimate: Measure = (text, size, weight) =>
  [...text].length * size * (weight === 600 ? 0.58 : 0.54);
