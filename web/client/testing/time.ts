/** Ends for promises, and turns of the event loop, under fake timers. */

import { vi } from "vitest";

/** Lets everything run that waits for nothing but its turn. */
export const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A promise with its ends outside. */
export function gate<T>() {
  let open!: (value: T) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}
