/** What languages make their sentences with. */

/** One form for each category of a language; `other` serves those left out. */
export type Forms = { readonly other: string } & {
  readonly [C in Intl.LDMLPluralRule]?: string;
};

/**
 * The form of a sentence that a number asks for. Chooses by the cardinal rules of a language (BCP 47): English has one and
 * other, Arabic all six categories.
 */
export function plural(
  language: string,
): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}

/**
 * The text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of Unicode,
 * for names, sizes and Latin words inside of right-to-left sentences. Nothing
 * stays nothing.
 */
export function isolate(text: string): string {
  return text === "" ? "" : `\u2068${text}\u2069`;
}
