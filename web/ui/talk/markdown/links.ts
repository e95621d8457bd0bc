/**
 * Which addresses an answer may link to. A model writes what it has read, so an
 * address is a stranger's: only what a person can see through becomes a link.
 */

/** An address that may be followed. */
export type SafeLink = {
  readonly href: string;
  /** Where it leads, for people: the host with its port, or the mail address. */
  readonly place: string;
};

/**
 * The address as a link, or undefined if it is to stay words: another scheme,
 * a relative address, one with a name before the host (https://good@evil), or
 * one with characters that browsers drop or read as others.
 */
export function safeLink(address: string): SafeLink | undefined {
  const trimmed = address.trim();
  if (!/^(?:https?:\/\/[^/]|mailto:[^/])/i.test(trimmed)) return undefined;
  // Controls, white space, backslashes and whatever turns the reading direction.
  if (/[\p{C}\p{Z}\\]/u.test(trimmed)) return undefined;
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return undefined;
  }
  if (url.protocol === "mailto:") {
    return url.pathname.includes("@")
      ? { href: url.href, place: unescaped(url.pathname) }
      : undefined;
  }
  if (url.username !== "" || url.password !== "" || url.host === "") {
    return undefined;
  }
  return { href: url.href, place: url.host };
}

/** Whether the words of a link are its place already, so that it need not be shown. */
export function saysPlace(words: string, place: string): boolean {
  const said = words
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, "")
    .replace(/[/?#].*$/s, "");
  return said === place || `www.${said}` === place;
}

function unescaped(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    return /[\p{C}\p{Z}]/u.test(plain) ? text : plain;
  } catch {
    return text;
  }
}
