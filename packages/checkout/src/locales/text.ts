/** A sentence with `{names}` in it; one that depends on `{n}` has a form for each plural category it needs. */
export type Text = string | PluralText;

/** One form for each category of Intl.PluralRules that the language has; `other` stands in for those left out. */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The same ids in another language: none may be missing, and a plural stays one. */
export type TextsLike<Model extends Readonly<Record<string, Text>>> = {
  readonly [Id in keyof Model]: Model[Id] extends string ? string : PluralText;
};

/** The sentence, cut at its `{names}`: strings at even places, what is said for its names at odd ones. */
export function fill<Piece>(sentence: string, said: (name: string) => Piece): (string | Piece)[] {
  return sentence.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? said(piece) : piece));
}

/** The form of a text that fits the number `n`. */
export function formFor(text: Text, n: number, language: string): string {
  if (typeof text === 'string') return text;
  return text[new Intl.PluralRules(language).select(n)] ?? text.other;
}
