/** The dialect of the style sheets: plain CSS, with two differences. */

/**
 * Marks a template literal as CSS, for the formatter. Takes no values. In it,
 * 1rem is the size of text of the element (see space.ts), not of the document:
 * that one belongs to the page around it. Conditions of @container and @media
 * take em, since they know no custom properties.
 */
export function css(strings: TemplateStringsArray): string {
  return strings.raw
    .join("")
    .replace(/([\d.]+)rem\b/g, "calc($1 * var(--fh-rem))");
}

/** Rules for a window or an element of at most that height; by default a phone on its side, a keyboard on the screen, a page at 400 %. */
export function whereLow(rules: string, most = 440): string {
  return `@media (max-height: ${most}px) { ${rules} } @container space (max-height: ${most}px) { ${rules} }`;
}
