/** Marks a template literal as CSS, for the formatter. Takes no values. */
export function css(strings: TemplateStringsArray): string {
  return strings.raw.join("");
}
