import { describe, expect, test } from "vitest";
import { parse, type Parsed } from "./parse.ts";
import { plainOf } from "./plain.ts";

/** An answer as it would be written, about so many words long. */
function answer(words: number): string {
  const block = `## A heading

Some **bold** words, some *quiet* ones, \`code\` and a [link](https://example.com/a_b).
A second line of the same paragraph; it ends here.

- one item with **weight**
- another, with a [link](https://example.org)
  - and one inside

1. first
2. second

| Name | Size |
|------|-----:|
| a    | 1    |
| b    | 2    |

\`\`\`ts
const answer: number = 42;
\`\`\`

> Quoted words.

`;
  return block.repeat(Math.ceil(words / 62));
}

/** Every state of a text that comes in pieces. */
function* pieces(text: string, length: number): Generator<string> {
  for (let at = length; at < text.length; at += length) yield text.slice(0, at);
}

describe("a stream", () => {
  test("ends as the same blocks as the whole text at once", () => {
    const text = answer(200);
    let parsed: Parsed | undefined;
    for (const piece of pieces(text, 3)) parsed = parse(piece, true, parsed);
    const last = parse(text, false, parsed);
    expect(last?.blocks).toEqual(parse(text, false)?.blocks);
  });

  test("leaves complete blocks as the very same objects", () => {
    const first = parse("One.\n\n- a\n- b\n\nThr", true);
    const second = parse("One.\n\n- a\n- b\n\nThree.", true, first);
    expect(second?.blocks.slice(0, 4)).toHaveLength(4);
    second?.blocks.slice(0, 4).forEach((block, at) => {
      expect(block).toBe(first?.blocks[at]);
    });
  });

  test("leaves complete items of a list that grows", () => {
    const first = parse("- a\n- b\n- c", true);
    const second = parse("- a\n- b\n- c d", true, first);
    const items = (parsed: Parsed | undefined) =>
      parsed?.blocks[0]?.type === "list" ? parsed.blocks[0].items : [];
    expect(items(second)[0]).toBe(items(first)[0]);
    expect(items(second)[2]).not.toBe(items(first)[2]);
  });

  test("costs its last block only: 2,000 words in pieces of four characters", () => {
    let parsed: Parsed | undefined;
    let count = 0;
    let taken = 0;
    for (const piece of pieces(answer(2_000), 4)) {
      taken += piece.length - (parsed?.stable.length ?? 0);
      parsed = parse(piece, true, parsed);
      count++;
    }
    expect(count).toBeGreaterThan(3_000);
    expect(taken / count).toBeLessThan(150); // characters taken apart each time
  });

  test("a text that is another begins anew", () => {
    const first = parse("One.\n\nTwo.", true);
    expect(parse("Other.", true, first)?.blocks.map(({ raw }) => raw)).toEqual([
      "Other.",
    ]);
  });

  test("an address that is named later makes links of words above", () => {
    const text = "See [there][1].\n\nMore.\n\n[1]: https://example.com/x";
    let parsed: Parsed | undefined;
    for (const piece of pieces(text, 1)) parsed = parse(piece, true, parsed);
    expect(parse(text, false, parsed)).toEqual(parse(text, false));
    expect(plainOf(text)).toBe("See there (example.com).\n\nMore.");
  });
});

describe("hostile text", () => {
  const size = 100_000;
  const fill = (part: string) => part.repeat(Math.ceil(size / part.length));

  test.each([
    ["brackets", fill("[")],
    ["link beginnings", fill("[a](")],
    ["pictures", fill("![")],
    [
      "nested links",
      fill("[").slice(0, size / 2) + fill("](b)").slice(0, size / 2),
    ],
    ["quotes", fill(">")],
    ["quotes with spaces", fill("> ")],
    ["lists", fill("- ") + "x"],
    ["ordered lists", fill("1. ") + "x"],
    ["lists in quotes", fill("> - ") + "x"],
    [
      "stairs",
      Array.from({ length: 440 }, (_, at) => `${" ".repeat(at * 2)}- x`).join(
        "\n",
      ),
    ],
    ["items", fill("- a\n")],
    ["lines that go on an item", "- " + fill("    a\n")],
    ["lines that go on an empty item", "- \n" + fill("    a\n")],
    ["lines that go on an item from the edge", "- a\n" + fill("b c[\n")],
    ["lines of an item in an item", "1. 1. " + fill("\r\n  ~\n_")],
    ["lines of many items", fill(`- a\n${"  b\n".repeat(390)}`)],
    ["quoted lines", fill("> a\n")],
    ["emphasis", fill("*a **b ")],
    ["emphasis in emphasis", fill("*a_b")],
    ["underscores", fill("_a ")],
    ["strikes", fill("~a ~~b ")],
    ["ticks", fill("`a``b```c")],
    ["tags", fill("<a ")],
    ["open tags", fill("<")],
    ["comments", fill("<!--")],
    ["divs", fill("<div>\n\n")],
    ["references", fill("&#x")],
    ["backslashes", fill("\\")],
    ["addresses", fill("http://")],
    ["mail", fill("a@")],
    ["spaces", `a ${fill(" ")}b`],
    ["line breaks", fill("\n")],
    ["rows", `|${fill("a|")}\n|${fill("-|")}\n`],
    ["definitions", fill("[a]: b\n")],
    ["fences", fill("```\n")],
    ["headings", fill("# a\n")],
    ["rules", fill("***\n")],
  ])("%s: is done in no time, and keeps its words", (_, text) => {
    const started = performance.now();
    for (const growing of [true, false]) {
      const parsed = parse(text, growing);
      if (parsed !== undefined) plainOf(text);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("names of the language's own objects are words", () => {
    const text =
      "[a][\\_\\_proto\\_\\_] [b][constructor] [toString] &constructor;";
    expect(plainOf(text)).toBe(text.replaceAll("\\", ""));
  });

  test("too long or too deep is no Markdown", () => {
    expect(parse("a".repeat(400_001), false)).toBeUndefined();
    expect(parse(">".repeat(100) + "x", false)).toBeUndefined();
    expect(parse("    ".repeat(30) + "- indented", false)).toBeUndefined();
  });

  test.each([
    ["blocks", "a\n\n"],
    ["headings", "# a\n"],
    ["rules", "***\n\n"],
    ["rows", `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(4_000)}`],
    ["quoted blocks", "> a\n>\n"],
  ])(
    "more %s than a person reads are no Markdown, at once and in pieces",
    (_, part) => {
      const text = part.repeat(Math.ceil(20_000 / part.length)).repeat(2);
      expect(parse(text, false)).toBeUndefined();
      let parsed: Parsed | undefined;
      for (const piece of pieces(text, 500))
        parsed = parse(piece, true, parsed);
      expect(parsed).toBeUndefined();
    },
  );

  test("marks in code are code, however many", () => {
    const text = `\`\`\`\n${">".repeat(100)}\n\`\`\``;
    expect(parse(text, false)?.blocks[0]?.type).toBe("code");
    expect(parse("-".repeat(200), false)?.blocks[0]?.type).toBe("hr");
  });
});
