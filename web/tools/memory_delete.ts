import type { BodyOf } from "./body.ts";
import { deleteEntry, memoryAvailable } from "./store.ts";

export const memoryDelete: BodyOf<"memory_delete"> = {
  available: memoryAvailable,
  async run({ key }) {
    return { deleted: await deleteEntry(key) };
  },
};
