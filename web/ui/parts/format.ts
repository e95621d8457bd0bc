/** Numbers and durations in words. Pure functions. */

import type { First } from "../strings/en.ts";

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
  strings: Pick<First, "language" | "units">,
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
