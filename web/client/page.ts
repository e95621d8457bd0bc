/** The document that the client runs in. */

import type { Page } from "../gen/protocol.ts";

/** A new id for each call; address without query; the page's language. */
export function thisPage(): Page & { id: string } {
  const id = uniqueId();
  if (typeof document === "undefined") return { id };
  const lang = document.documentElement.lang || navigator.language;
  return { id, url: location.origin + location.pathname, lang };
}

/** 128 random bits; crypto.randomUUID does not exist in insecure contexts. */
function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
