/** Typed listeners. */

/** Listeners for a map of event types. */
export type Emitter<Map> = {
  /** Calls every listener of the type in order of registration. */
  emit<T extends keyof Map>(type: T, event: Map[T]): void;
  /** Returns the unsubscribe. */
  on<T extends keyof Map>(
    type: T,
    listener: (event: Map[T]) => void,
  ): () => void;
};

/** A listener that throws is reported on the console; the others still run. */
export function createEmitter<Map>(): Emitter<Map> {
  const listeners: { [T in keyof Map]?: Set<(event: Map[T]) => void> } = {};
  return {
    emit(type, event) {
      for (const listener of [...(listeners[type] ?? [])]) {
        try {
          listener(event);
        } catch (error) {
          console.error("farhand: a listener threw", error);
        }
      }
    },
    on(type, listener) {
      // An own entry for each registration, so that the same function can listen twice.
      const entry: typeof listener = (event) => listener(event);
      (listeners[type] ??= new Set()).add(entry);
      return () => {
        listeners[type]?.delete(entry);
      };
    },
  };
}
