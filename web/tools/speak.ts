import { needing } from "./availability.ts";
import type { BodyOf } from "./body.ts";
import { say } from "./speech.ts";

export const speak: BodyOf<"speak"> = {
  available: needing({
    api: () =>
      globalThis.speechSynthesis && globalThis.SpeechSynthesisUtterance,
  }),
  async run(words, { signal }) {
    await say(words, signal);
    return { speaking: true };
  },
};
