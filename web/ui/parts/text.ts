/** Texts as people read them. Pure functions. */

/** A field name as a label: "roundTripMs" and "round_trip_ms" are "Round trip ms". */
export function label(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

const mostParagraphs = 1_000;

/**
 * Blank lines part paragraphs; single line breaks stay inside them. Very many
 * are put together to longer ones, since each costs the browser a box.
 */
export function paragraphs(text: string): string[] {
  const all: string[] = [];
  let lines: string[] = [];
  for (const line of [...text.split(/\r\n?|\n/), ""]) {
    if (line.trim() !== "") {
      lines.push(line);
    } else if (lines.length > 0) {
      all.push(lines.join("\n").trimEnd());
      lines = [];
    }
  }
  return all.length > mostParagraphs ? joined(all, 100) : all;
}

function joined(paragraphs: readonly string[], each: number): string[] {
  return Array.from({ length: Math.ceil(paragraphs.length / each) }, (_, at) =>
    paragraphs.slice(at * each, (at + 1) * each).join("\n\n"),
  );
}

/** Fills {name} in a sentence with the argument of that name, cut at 60 characters. */
export function fill(sentence: string, args: unknown): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value =
      typeof args === "object" && args !== null && Object.hasOwn(args, name)
        ? (args as Record<string, unknown>)[name]
        : undefined;
    if (value === undefined) return placeholder;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const characters = [...text];
    return characters.length > 60
      ? characters.slice(0, 59).join("") + "\u2026"
      : text;
  });
}
