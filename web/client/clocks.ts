/**
 * The two clocks of a call: the tool's own limit, and the human limit that
 * runs instead while the call waits for its user. Both accumulate and never
 * restart, so switching to and fro gains nothing.
 */

/** Which of the two runs. */
export type ClockName = "tool" | "user";

/** The running clocks of one call. */
export type Clocks = {
  /** Lets the other clock run; nothing if it runs already. */
  switchTo(name: ClockName): void;
  /** No more expiry. */
  stop(): void;
  /** Milliseconds that the user clock ran, the present stretch left out. */
  userMs(): number;
};

/** Starts with the tool's clock. `expired` is called at most once. */
export function startClocks(
  limits: { readonly [N in ClockName]: number },
  expired: (name: ClockName) => void,
): Clocks {
  const spent = { tool: 0, user: 0 };
  let name: ClockName = "tool";
  let since = performance.now();
  let timer = arm();

  function arm(): ReturnType<typeof setTimeout> {
    const left = Math.max(0, limits[name] - spent[name]);
    return setTimeout(() => expired(name), left);
  }

  return {
    switchTo(next) {
      if (next === name) return;
      clearTimeout(timer);
      const now = performance.now();
      spent[name] += now - since;
      since = now;
      name = next;
      timer = arm();
    },
    stop() {
      clearTimeout(timer);
    },
    userMs: () => Math.round(spent.user),
  };
}
