/**
 * How time becomes height. The order of moments is exact, their distance is
 * not: a room of its own for each label, and between two moments a gap that
 * grows with the square root of the time, so that 20 ms and 20 s are both seen
 * in one picture. A gap that would be longer than `longest` is cut there and
 * marked as broken; the labels tell the true time.
 */

const perRootSecond = 30; // px
const longest = 12_000; // ms

/** A gap between two moments. */
export type Gap = {
  /** Pixels at a root font size of 16 px. */
  readonly height: number;
  /** It stands for more time than its height says. */
  readonly broken: boolean;
};

/** The gap for so many milliseconds. */
export function gapOf(ms: number): Gap {
  const shown = Math.min(Math.max(0, ms), longest);
  return {
    height: perRootSecond * Math.sqrt(shown / 1000),
    broken: ms > longest,
  };
}
