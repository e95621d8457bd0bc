import type { BodyOf } from "./body.ts";
import { allEntries, memoryAvailable } from "./store.ts";

export const memoryList: BodyOf<"memory_list"> = {
  available: memoryAvailable,
  async run() {
    const entries = await allEntries();
    return {
      entries: entries.map(({ key, bytes, storedAt }) => ({
        key,
        bytes,
        storedAt: new Date(storedAt).toISOString(),
      })),
    };
  },
};
