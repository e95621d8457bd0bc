import type { BodyOf } from "./body.ts";
import { needs } from "./needs.ts";
import { allEntries } from "./store.ts";

export const memoryList: BodyOf<"memory_list"> = {
  available: needs.memory_list,
  async run(_, { subject }) {
    const entries = await allEntries(subject);
    return {
      entries: entries.map(({ key, bytes, storedAt }) => ({
        key,
        bytes,
        storedAt: new Date(storedAt).toISOString(),
      })),
    };
  },
};
