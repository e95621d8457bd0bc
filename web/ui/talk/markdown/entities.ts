/** Character references, which Markdown takes from HTML. */

const named = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["ndash", "\u2013"],
  ["mdash", "\u2014"],
  ["hellip", "\u2026"],
  ["middot", "\u00b7"],
  ["times", "\u00d7"],
  ["deg", "\u00b0"],
  ["euro", "\u20ac"],
  ["copy", "\u00a9"],
  ["rarr", "\u2192"],
  ["larr", "\u2190"],
]);

/** Text with the common references as the characters that they stand for; others stay. */
export function decode(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? whole;
      const point =
        decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff
        ? String.fromCodePoint(point)
        : "\ufffd";
    },
  );
}
