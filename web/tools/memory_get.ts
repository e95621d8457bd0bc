import type { BodyOf } from "./body.ts";
import { memoryAvailable, readEntry } from "./store.ts";

export const memoryGet: BodyOf<"memory_get"> = {
  available: memoryAvailable,
  async run({ key }) {
    const entry = await readEntry(key);
    return entry === undefined
      ? { found: false }
      : { found: true, value: entry.value };
  },
};
