/** Holds the conversation and tells who listens that it changed. */

import { reduce } from "./reduce.ts";
import type { ChatEvent, ChatState } from "./state.ts";

/** A conversation that changes by events only. */
export type Store = {
  get(): ChatState;
  dispatch(event: ChatEvent): void;
  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

/** A store that starts with the given conversation. `now` as Date.now() counts. */
export function createStore(
  first: ChatState,
  now: () => number = () => Date.now(),
): Store {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(event) {
      const next = reduce(state, event, now());
      if (next === state) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
