/**
 * Whether the one voice of this page is at work, which it is, and its end.
 * Apart from what speaks (speech.ts), so that Stop is there before that is.
 */

// Kept while it speaks: browsers drop the events of a collected utterance.
let current: SpeechSynthesisUtterance | undefined;
let preferred = "";
const listeners = new Set<(goingOn: boolean) => void>();

/** Whether the page speaks, or is about to. */
export function speechGoingOn(): boolean {
  return current !== undefined;
}

/** Calls back when speech begins and when it ends; returns the unsubscribe. */
export function onSpeech(listener: (goingOn: boolean) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Speaks with the voice of this name from now on. "": the browser's choice,
 * which also speaks where there is no such voice, or words in another language.
 */
export function setVoice(name: string): void {
  preferred = name;
}

/** The name that was set last. */
export function preferredVoice(): string {
  return preferred;
}

/** Ends what is being said, or about to be said. */
export function silence(): void {
  if (current === undefined) return;
  become(undefined);
  speechSynthesis.cancel();
}

/** Whether this is what is being said. */
export function isSaid(utterance: SpeechSynthesisUtterance): boolean {
  return current === utterance;
}

/** What is being said from now on, if anything is. */
export function become(next: SpeechSynthesisUtterance | undefined): void {
  const before = current;
  current = next;
  if ((before === undefined) === (next === undefined)) return;
  for (const listener of [...listeners]) listener(next !== undefined);
}
