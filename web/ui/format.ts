/** Numbers, durations and names in words. Pure functions. */

/** A duration for people: "0.04 s", "0.8 s", "12 s", "2 min 05 s". */
export function duration(ms: number): string {
  if (ms < 95) return `${(Math.max(10, ms) / 1000).toFixed(2)} s`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)} min ${rest} s`;
}

/** A running clock in steps that do not flicker: "0.8 s", "12 s", "2 min 05 s". */
export function clock(ms: number): string {
  return ms < 95 ? "0.0 s" : duration(ms);
}

/** A size for people, in decimal units: "640 bytes", "12 kB", "5.2 MB". */
export function bytes(count: number): string {
  if (count === 1) return "1 byte";
  if (count < 1000) return `${count} bytes`;
  const [value, unit] = count < 1e6 ? [count / 1e3, "kB"] : [count / 1e6, "MB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** A field name as a label: "roundTripMs" and "round_trip_ms" are "Round trip ms". */
export function label(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Blank lines part paragraphs; single line breaks stay inside them. */
export function paragraphs(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ""))
    .filter((paragraph) => paragraph !== "");
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
