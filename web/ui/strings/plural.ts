/** The form of a sentence that a number asks for. */

/** One form for each category of a language; `other` serves those left out. */
export type Forms = { readonly other: string } & {
  readonly [C in Intl.LDMLPluralRule]?: string;
};

/**
 * Chooses by the cardinal rules of a language (BCP 47): English has one and
 * other, Arabic all six categories.
 */
export function plural(
  language: string,
): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
