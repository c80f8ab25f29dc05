/** A text for a number of things. `other` is required; a language has only the forms that its grammar needs. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** A text that depends on a number, which replaces `{n}`. */
export function plural(language: string, forms: Forms): (n: number) => string {
  const rules = new Intl.PluralRules(language);
  return (n) => (forms[rules.select(n)] ?? forms.other).replace('{n}', String(n));
}
