import type { BodyOf } from "./body.ts";
import { needs } from "./needs.ts";
import { say } from "./speech.ts";

export const speak: BodyOf<"speak"> = {
  available: needs.speak,
  async run(words, { signal }) {
    await say(words, signal);
    return { speaking: true };
  },
};
