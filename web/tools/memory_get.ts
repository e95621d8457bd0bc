import type { BodyOf } from "./body.ts";
import { needs } from "./needs.ts";
import { readEntry } from "./store.ts";

export const memoryGet: BodyOf<"memory_get"> = {
  available: needs.memory_get,
  async run({ key }, { subject }) {
    const entry = await readEntry(key, subject);
    return entry === undefined
      ? { found: false }
      : { found: true, value: entry.value };
  },
};
