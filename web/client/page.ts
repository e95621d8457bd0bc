/** The document that the client runs in. */

import type { Page } from "../gen/protocol.ts";

/** What the server takes of hello.page (docs/protocol.md, limits). */
const urlChars = 2000;
const langChars = 200;

/**
 * A new id for each call; address without query; the page's language. What is
 * too long is cut: the server would refuse the whole hello.
 */
export function thisPage(): Page & { id: string } {
  const id = uniqueId();
  if (typeof document === "undefined") return { id };
  const lang = document.documentElement.lang || navigator.language;
  return {
    id,
    url: (location.origin + location.pathname).slice(0, urlChars),
    lang: lang.slice(0, langChars),
  };
}

/** 128 random bits; crypto.randomUUID does not exist in insecure contexts. */
function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
