import type { BodyOf } from "./body.ts";
import { needs } from "./needs.ts";
import { deleteEntry } from "./store.ts";

export const memoryDelete: BodyOf<"memory_delete"> = {
  available: needs.memory_delete,
  async run({ key }, { subject }) {
    return { deleted: await deleteEntry(key, subject) };
  },
};
