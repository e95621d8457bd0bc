/** Points in time to the millisecond, the way of a language (BCP 47). */

const made = new Map<string, Intl.DateTimeFormat>();

/** "18:04:11.042", with the digits of code. `at` as Date.now() counts. */
export function clockTime(language: string, at: number): string {
  let format = made.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
      hourCycle: "h23",
    });
    made.set(language, format);
  }
  return format.format(at);
}
