// Stands in for Lit where the server draws the list: the same templates, written as text. The page gets no element of it but
// the list that the real one replaces, so nothing here binds, listens or updates.

/** As Lit's: an attribute that is left out, a place that stays empty. */
export const nothing: unique symbol = Symbol('nothing');

/** A template before it is written. */
export class Template {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];

  constructor(strings: TemplateStringsArray, values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Template {
  return new Template(strings, values);
}

export function ifDefined<Value>(value: Value): NonNullable<Value> | typeof nothing {
  return value ?? nothing;
}
