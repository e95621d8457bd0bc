import type { BodyOf } from "./body.ts";
import { needs } from "./needs.ts";
import { writeEntry } from "./store.ts";

export const memoryPut: BodyOf<"memory_put"> = {
  available: needs.memory_put,
  async run({ key, value }, { saved, subject }) {
    await writeEntry(key, value, subject);
    saved(key);
    return { stored: true, key };
  },
};
