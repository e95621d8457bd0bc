/** What a key means. */

/**
 * Whether a key belongs to a composition, as of Chinese or Japanese. Safari ends
 * one before it tells of the key that did: then only the key's code says it
 * (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode).
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
