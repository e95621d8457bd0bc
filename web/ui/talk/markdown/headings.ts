/** Which heading of the page a heading of an answer is. */

import type { MarkedToken } from "marked";

/** Below the headings of the page, whose own are h1 and h2. */
const first = 3;
const last = 6;

/**
 * The level of each block that is a heading, 0 for the others. A heading that
 * the model put below another one is one level deeper, whatever it skipped and
 * with whichever it began: who goes from heading to heading misses no level.
 */
export function levels(blocks: readonly MarkedToken[]): number[] {
  const above: number[] = []; // the depths of those that it stands below
  return blocks.map((block) => {
    if (block.type !== "heading") return 0;
    while ((above.at(-1) ?? 0) >= block.depth) above.pop();
    return Math.min(last, first + above.push(block.depth) - 1);
  });
}
