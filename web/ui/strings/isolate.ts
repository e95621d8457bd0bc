/** Keeps words of another direction from mixing with those around them. */

/**
 * The text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of Unicode,
 * for names, sizes and Latin words inside of right-to-left sentences. Nothing
 * stays nothing.
 */
export function isolate(text: string): string {
  return text === "" ? "" : `\u2068${text}\u2069`;
}
