// Replaces Lit in the server build: a template becomes text. It has no listeners and no updates, because the element renders its
// own list in the browser.

/** As in Lit: an attribute that is left out, a child that is empty. */
export const nothing: unique symbol = Symbol('nothing');

/** A template and its values. */
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

/** The text of a style sheet. The server does not send it with the list. */
export function css(): object {
  return {};
}

export const unsafeCSS = css;
