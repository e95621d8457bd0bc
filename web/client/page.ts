/** The document that the client runs in. */

import type { Page } from "../gen/protocol.ts";

/** What the server takes of hello.page and user.url (docs/protocol.md, limits). */
const urlChars = 2000;
const langChars = 200;

/**
 * Where the document is now: address without query, the page's language. What
 * is too long is cut: the server would refuse the whole hello.
 */
export function thisPage(id: string): Page {
  const url = address();
  if (url === undefined) return { id };
  const lang = document.documentElement.lang || navigator.language;
  return { id, url, lang: lang.slice(0, langChars) };
}

/** Origin and path of the document; undefined where there is none. */
export function address(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return (location.origin + location.pathname).slice(0, urlChars);
}

/** 128 random bits, for the name of a document; crypto.randomUUID does not exist in insecure contexts. */
export function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
