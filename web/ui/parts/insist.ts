/** Asking again for what a connection that was lost for a moment took along. */

const waitsMs = [500, 1_500, 4_000];

/** What `load` gives; asked again after each failure, four times in six seconds. */
export async function insist<T>(load: () => Promise<T>): Promise<T> {
  for (const ms of waitsMs) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
  return await load();
}
