/** Points in time for people: relative while fresh, exact otherwise. Pure functions. */

/** Times the way of one language. */
export type Times = {
  /** "3 minutes ago"; the exact time if it is older than a week. */
  ago(at: number, now: number): string;
  /** Date and time, in the time zone of this browser. */
  exact(at: number): string;
};

const steps = [
  { unit: "second", ms: 1_000, below: 60_000 },
  { unit: "minute", ms: 60_000, below: 3_600_000 },
  { unit: "hour", ms: 3_600_000, below: 86_400_000 },
  { unit: "day", ms: 86_400_000, below: 7 * 86_400_000 },
] as const;

/** The times of a language (BCP 47). All times as Date.now() counts. */
export function createTimes(language: string): Times {
  const tag = `${language}-u-nu-latn`;
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  const absolute = new Intl.DateTimeFormat(tag, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const exact = (at: number): string => absolute.format(at);
  return {
    exact,
    ago(at, now) {
      const age = Math.max(0, now - at); // clocks can be set back
      const step = steps.find(({ below }) => age < below);
      if (step === undefined) return exact(at);
      const { unit, ms } = step;
      // Seconds would change while they are read.
      return unit === "second"
        ? relative.format(0, "second")
        : relative.format(-Math.floor(age / ms), unit);
    },
  };
}
