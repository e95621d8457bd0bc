import { expect, test } from "vitest";
import { levels } from "./headings.ts";
import { parse } from "./parse.ts";

const levelsOf = (text: string) =>
  levels(parse(text, false)?.blocks ?? []).filter((level) => level > 0);

test.each([
  ["begins with the first", "# a\n## b\n### c\n# d", [3, 4, 5, 3]],
  ["begins with the second", "## a\n### b\n## c", [3, 4, 3]],
  ["skips one", "# a\n### b\n### c\n## d", [3, 4, 4, 4]],
  ["goes up", "### a\n# b\n## c", [3, 3, 4]],
  [
    "goes deeper than a page",
    "# a\n## b\n### c\n#### d\n##### e",
    [3, 4, 5, 6, 6],
  ],
])("an answer that %s misses no level", (_, text, expected) => {
  expect(levelsOf(text)).toEqual(expected);
});

test("other blocks have none", () => {
  expect(levels(parse("words\n\n# a", false)?.blocks ?? [])).toContain(0);
});
