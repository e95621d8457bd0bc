/** What the built-in bodies need of a browser, apart from the bodies: it is announced before they are fetched. */

import type { Tools } from "../gen/tools.ts";
import { needing } from "./availability.ts";

const memory = needing({
  api: () => globalThis.indexedDB,
});

/** By tool; one that is missing runs everywhere. ask_user needs somebody to ask, see ask_user.ts. */
export const needs = {
  geolocation_get: needing({
    secure: true,
    api: () => navigator.geolocation?.getCurrentPosition,
    feature: "geolocation",
  }),
  memory_put: memory,
  memory_get: memory,
  memory_list: memory,
  memory_search: memory,
  memory_delete: memory,
  clipboard_read: needing({
    secure: true,
    api: () => navigator.clipboard?.readText,
    feature: "clipboard-read",
  }),
  clipboard_write: needing({
    secure: true,
    api: () => navigator.clipboard?.writeText,
    feature: "clipboard-write",
  }),
  speak: needing({
    api: () =>
      globalThis.speechSynthesis && globalThis.SpeechSynthesisUtterance,
  }),
} satisfies { readonly [N in keyof Tools]?: ReturnType<typeof needing> };
