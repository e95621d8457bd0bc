/** Numbers, durations and names in words. Pure functions. */

import type { Strings } from "../strings/en.ts";

/** Numbers the way of one language. */
export type Format = {
  /** `places`: decimal places, 0 to 2; default 0. */
  number(value: number, places?: number): string;
  /** A duration for people: "0.04 s", "0.8 s", "12 s", "2 min 05 s". */
  duration(ms: number): string;
  /** A running clock in steps that do not flicker: "0.0 s", "0.8 s", "12 s". */
  clock(ms: number): string;
  /** A size for people, in decimal units: "640 bytes", "12 kB", "5.2 MB". */
  bytes(count: number): string;
};

/** The format of a language with its units. */
export function createFormat(
  strings: Pick<Strings, "language" | "units">,
): Format {
  const { units } = strings;
  // The digits of values and code, also where a language has its own.
  const language = `${strings.language}-u-nu-latn`;
  const places = [0, 1, 2].map(
    (digits) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  const two = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
  const number = (value: number, digits = 0): string =>
    (places[digits] ?? two).format(value);

  function duration(ms: number): string {
    if (ms < 95) return units.seconds(number(Math.max(10, ms) / 1000, 2));
    if (ms < 9_950) return units.seconds(number(ms / 1000, 1));
    const seconds = Math.round(ms / 1000);
    if (seconds < 60) return units.seconds(number(seconds));
    const minutes = Math.floor(seconds / 60);
    return units.minutes(number(minutes), two.format(seconds % 60));
  }

  return {
    number,
    duration,
    clock: (ms) => (ms < 95 ? units.seconds(number(0, 1)) : duration(ms)),
    bytes(count) {
      if (count < 1000) return units.bytes(number(count), count);
      const [value, unit] =
        count < 1e6
          ? ([count / 1e3, units.kilobytes] as const)
          : ([count / 1e6, units.megabytes] as const);
      return unit(number(value, value < 10 ? 1 : 0));
    },
  };
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
