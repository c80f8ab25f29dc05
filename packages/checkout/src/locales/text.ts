/** A sentence with `{names}` in it; one that depends on `{n}` has a form for each plural category it needs. */
export type Text = string | PluralText;

export interface PluralText {
  readonly one?: string;
  readonly other: string;
}

/** The sentence, cut at its `{names}`: strings at even places, the values for its names at odd ones. */
export function fill<Value>(sentence: string, values: Readonly<Record<string, Value>>): (string | Value)[] {
  return sentence.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? (values[piece] ?? '') : piece));
}

/** The form of a text that fits the number `n`. */
export function formFor(text: Text, n: number, language: string): string {
  if (typeof text === 'string') return text;
  return (new Intl.PluralRules(language).select(n) === 'one' ? text.one : undefined) ?? text.other;
}
