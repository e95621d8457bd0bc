import type { BodyOf } from "./body.ts";
import { memoryAvailable, writeEntry } from "./store.ts";

export const memoryPut: BodyOf<"memory_put"> = {
  available: memoryAvailable,
  async run({ key, value }, { saved }) {
    await writeEntry(key, value);
    saved(key);
    return { stored: true, key };
  },
};
