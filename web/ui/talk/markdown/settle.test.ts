import { describe, expect, test } from "vitest";
import { parse } from "./parse.ts";
import { plainOf } from "./plain.ts";
import { settle } from "./settle.ts";

describe("what is open at the end", () => {
  test.each([
    ["plain words", "plain words"],
    ["some **bold wo", "some **bold wo**"],
    ["some **bold *and", "some **bold *and***"],
    ["some *", "some "],
    ["some **", "some "],
    ["some **bold*", "some **bold**"],
    ["**bold** and", "**bold** and"],
    ["a ~~gone", "a ~~gone~~"],
    ["a `co", "a `co`"],
    ["a `", "a "],
    ["`a` and `b", "`a` and `b`"],
    ["`**` is", "`**` is"],
    ["2 * 3", "2 * 3"],
    ["5*3", "5*3"],
    ["snake_case_name", "snake_case_name"],
    ["see [the pa", "see the pa"],
    ["see [the page]", "see the page"],
    ["see [the page](https://exa", "see the page"],
    ["see [the **pa", "see the **pa**"],
    ["see ![pict](https://x", "see pict"],
    ["see [a](https://b.c) now", "see [a](https://b.c) now"],
    ["a [1] b", "a [1] b"],
    ["a \\[b", "a \\[b"],
    ["- a **b\n- c", "- a **b\n- c"],
    ["- a\n- **b", "- a\n- **b**"],
  ])("%j is shown as %j", (text, expected) => {
    expect(settle(text).shown).toBe(expected);
  });
});

describe("what is not clear yet is held back", () => {
  test.each([
    ["Words\n-", "Words"],
    ["Words\n=", "Words"],
    ["Words\n\n#", "Words\n"],
    ["Words\n\n1", "Words\n"],
    ["Words\n\n- [ ", "Words\n"],
    ["Words\n\n``", "Words\n"],
    ["Words\n\n| a | b |", "Words\n"],
    ["Words\n\n| a | b |\n|--", "Words\n"],
    ["Words\n| a | b |\n|---|---|", "Words"],
    ["| a |\n|---|\n| x", "| a |\n|---|\n| x"],
    ["```js\ncode\n``", "```js\ncode\n"],
    ["```js\n**code", "```js\n**code"],
    ["```js\ncode\n```\nmore **b", "```js\ncode\n```\nmore **b**"],
  ])("%j is shown as %j", (text, expected) => {
    expect(settle(text).shown).toBe(expected);
  });
});

test("what is sure reads the same, whatever follows", () => {
  const text = `# On *marks*

Words with **bold** text, [a link](https://example.com/x) and \`code\`. 5*3 is 15.
One line more: ~~not~~ so.

- an **item** here
- [ ] a task
- second [x](https://y.example), third

| a | b |
|---|---|
| *x* | \`y\` |

\`\`\`js
const a = "**";
\`\`\`

![A cat](https://example.com/cat.png) and https://example.org/plain. End.`;
  const whole = plainOf(text);
  for (let end = 1; end <= text.length; end++) {
    const { sure } = settle(text.slice(0, end));
    const read = plainOf(text.slice(0, sure));
    // The last few characters may still be an address or a mark in the making.
    const words = read.slice(0, read.search(/[^\s.\n]+[\s.]*$/));
    expect(
      whole.startsWith(words),
      JSON.stringify([text.slice(0, end), words]),
    ).toBe(true);
  }
});
