/**
 * The one voice of this page. Speech goes on after the call that started it
 * has ended; whoever draws a Stop button asks speaking.ts whether it is still
 * needed. A new utterance, silence() and leaving the page end what is being said.
 */

import { ToolError } from "../client/error.ts";
import { become, isSaid, preferredVoice, silence } from "./speaking.ts";

/** What to say. */
export type Words = { text: string; lang?: string; rate?: number };

/** Voices load late in some browsers; speech that starts before may be lost. */
const voicesMs = 500;
/** Without voices some browsers say nothing, and nothing of it either. */
const voicelessMs = 2_000;

let watchesPage = false;

/**
 * The voices that this browser has now; none where it cannot speak, and perhaps
 * none until `onVoices` calls back.
 */
export function voices(): SpeechSynthesisVoice[] {
  return globalThis.speechSynthesis?.getVoices() ?? [];
}

/** Calls back when the browser has other voices; returns the unsubscribe. */
export function onVoices(listener: () => void): () => void {
  const synthesiser = globalThis.speechSynthesis;
  synthesiser?.addEventListener("voiceschanged", listener);
  return () => synthesiser?.removeEventListener("voiceschanged", listener);
}

/** Resolves when speech starts. Throws a ToolError if it does not. */
export async function say(words: Words, signal: AbortSignal): Promise<void> {
  silence();
  watchPage();
  const hasVoices = await voicesLoaded();
  signal.throwIfAborted();
  silence(); // another call may have come first
  await new Promise<void>((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(words.text);
    if (words.lang !== undefined) utterance.lang = words.lang;
    if (words.rate !== undefined) utterance.rate = words.rate;
    const voice = voices().find((known) => suits(known, words.lang));
    if (voice !== undefined) utterance.voice = voice;
    const mute = hasVoices ? undefined : setTimeout(giveUp, voicelessMs);
    function giveUp(): void {
      reject(failure("synthesis-unavailable"));
      if (isSaid(utterance)) silence();
    }
    utterance.onstart = () => {
      clearTimeout(mute);
      resolve();
    };
    utterance.onend = () => {
      clearTimeout(mute);
      finished(utterance);
      resolve();
    };
    utterance.onerror = (event) => {
      clearTimeout(mute);
      finished(utterance);
      // Chromium's word for having no voices.
      const voiceless = !hasVoices && event.error === "synthesis-failed";
      reject(failure(voiceless ? "synthesis-unavailable" : event.error));
    };
    signal.addEventListener("abort", () => {
      if (isSaid(utterance)) silence();
    });
    become(utterance);
    speechSynthesis.speak(utterance);
  });
}

function finished(utterance: SpeechSynthesisUtterance): void {
  if (isSaid(utterance)) become(undefined);
}

function watchPage(): void {
  if (watchesPage) return;
  watchesPage = true;
  addEventListener("pagehide", silence);
}

/** Whether there are voices, once they have had the time to load. */
async function voicesLoaded(): Promise<boolean> {
  if (voices().length > 0) return true;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(loaded, voicesMs);
    const unwatch = onVoices(loaded);
    function loaded(): void {
      clearTimeout(timer);
      unwatch();
      resolve();
    }
  });
  return voices().length > 0;
}

/** The preferred voice, if it speaks the language; "en_US" is Android's way to write it. */
function suits(voice: SpeechSynthesisVoice, lang = voice.lang): boolean {
  const language = (tag: string) => tag.split(/[-_]/)[0];
  return (
    voice.name === preferredVoice() && language(voice.lang) === language(lang)
  );
}

/** The codes of SpeechSynthesisErrorEvent (https://wicg.github.io/speech-api/). */
function failure(code: SpeechSynthesisErrorCode): ToolError {
  switch (code) {
    case "not-allowed":
      return new ToolError(
        "needs_gesture",
        "the browser speaks only after a click in the page",
      );
    case "canceled":
    case "interrupted":
      return new ToolError("cancelled", "speech was stopped before it started");
    case "language-unavailable":
    case "voice-unavailable":
    case "synthesis-unavailable":
      return new ToolError("unsupported", "this browser has no voice for it");
    case "synthesis-failed":
      return new ToolError(
        "failed",
        "the browser could not speak; the device may have no voice for it",
      );
    default:
      return new ToolError("failed", `speech did not start: ${code}`);
  }
}
