/** The memory of this browser, as a component sees it. */

import { useCallback, useEffect, useState } from "preact/hooks";
import { allEntries, type Entry, onMemory } from "../../tools/store.ts";

/** What is known of it. */
export type Memory =
  | { readonly is: "reading" }
  /** The browser keeps no storage for this page, or does not answer. */
  | { readonly is: "closed" }
  /** Newest first. */
  | { readonly is: "open"; readonly entries: readonly Entry[] };

/** Follows the memory of a user, whoever changes it: this panel, the model, another tab. `again` reads it anew. */
export function useMemory(subject: string): {
  memory: Memory;
  again: () => void;
} {
  const [memory, setMemory] = useState<Memory>({ is: "reading" });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => onMemory(again), [again]);
  useEffect(() => {
    let stale = false;
    allEntries(subject).then(
      (entries) => stale || setMemory({ is: "open", entries }),
      (error: unknown) => {
        console.warn("farhand: the memory cannot be read", error);
        if (!stale) setMemory({ is: "closed" });
      },
    );
    return () => {
      stale = true;
    };
  }, [subject, round]);
  return { memory, again };
}
