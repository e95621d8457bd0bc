import type { BodyOf } from "./body.ts";
import { memoryAvailable, writeEntry } from "./store.ts";

export const memoryPut: BodyOf<"memory_put"> = {
  available: memoryAvailable,
  async run({ key, value }) {
    await writeEntry(key, value);
    return { stored: true, key };
  },
};
