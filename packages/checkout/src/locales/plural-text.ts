/** A text with `{names}` in it. A text that depends on `{n}` has a form for each plural category. */
export type Text = string | PluralText;

/** One form for each category of Intl.PluralRules. `other` is used for those that are missing. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The same ids in another language: none may be missing, and a plural text stays plural. */
export type TextsLike<Model extends Readonly<Record<string, Text>>> = {
  readonly [Id in keyof Model]: Model[Id] extends string ? string : PluralText;
};

/** A text split at its `{names}`: strings at even positions, the values of the names at odd ones. */
export function fill<Piece>(text: string, valueOf: (name: string) => Piece): (string | Piece)[] {
  return text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 1 ? valueOf(piece) : piece));
}

/** The form of a text for the number `n`. */
export function formFor(text: Text, n: number, language: string): string {
  if (typeof text === 'string') return text;
  return text[new Intl.PluralRules(language).select(n)] ?? text.other;
}
