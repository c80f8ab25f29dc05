/**
 * A text, which may contain `{names}`. A text that depends on the number `{n}` has a form for each plural
 * category.
 */
export type LocaleText = string | PluralText;

/** The form of a text for each category of Intl.PluralRules. `other` is used for missing categories. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * The texts of another language. It has the same ids as the model. Where the model has a plural text, it also
 * has one.
 */
export type TextsLike<Model extends Readonly<Record<string, LocaleText>>> = {
  readonly [Id in keyof Model]: Model[Id] extends string ? string : PluralText;
};

/** Returns the pieces of a text in their order: a string, a value, a string and so on. */
export function fillText<Piece>(text: string, valueOf: (name: string) => Piece): (string | Piece)[] {
  // The expression has a group, so the odd positions contain the names.
  return text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 1 ? valueOf(piece) : piece));
}

/** Returns the form of a text for the number `n`. */
export function selectForm(text: LocaleText, n: number, language: string): string {
  if (typeof text === 'string') return text;
  return text[new Intl.PluralRules(language).select(n)] ?? text.other;
}
