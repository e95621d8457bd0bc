/**
 * What a screen reader is told without being asked. One region for all of it:
 * each sentence comes once, as a paragraph of its own, and old ones go.
 */

import { useEffect, useState } from "preact/hooks";

/** Takes sentences from everywhere. */
export type Announcer = {
  /** Says a sentence once; the same words again are said again. */
  say(sentence: string): void;
  /** Calls the listener with each sentence until the returned function is called. */
  subscribe(listener: (sentence: string) => void): () => void;
};

/** An announcer that nobody listens to yet; what is said before that is lost. */
export function createAnnouncer(): Announcer {
  const listeners = new Set<(sentence: string) => void>();
  return {
    say(sentence) {
      for (const listener of [...listeners]) listener(sentence);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Said = { readonly key: number; readonly sentence: string };

const kept = 30; // sentences; a reader has taken the older ones

/** The region, polite and not to be seen. */
export function Announcements(props: { announcer: Announcer }) {
  const { announcer } = props;
  const [said, setSaid] = useState<readonly Said[]>([]);
  useEffect(
    () =>
      announcer.subscribe((sentence) =>
        setSaid((before) => [
          ...before.slice(1 - kept),
          { key: (before.at(-1)?.key ?? 0) + 1, sentence },
        ]),
      ),
    [announcer],
  );
  return (
    <div class="unseen" aria-live="polite" aria-relevant="additions">
      {said.map(({ key, sentence }) => (
        <p key={key} dir="auto">
          {sentence}
        </p>
      ))}
    </div>
  );
}
