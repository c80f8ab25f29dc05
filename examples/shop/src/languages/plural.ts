/** The forms of a text that depends on a number. Each language has the forms that its grammar needs. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Creates a function that selects the form for a number and inserts the number at `{n}`. */
export function plural(language: string, forms: Forms): (n: number) => string {
  const rules = new Intl.PluralRules(language);
  return (n) => (forms[rules.select(n)] ?? forms.other).replace('{n}', String(n));
}
