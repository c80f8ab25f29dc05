// Replaces Lit in the server build, which renders templates as text. There are no listeners and no updates,
// because the element renders its own list in the browser.

/** As in Lit, an attribute with this value is left out, and a child with this value is empty. */
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

/** Returns an empty object, because the server does not send style sheets with the list. */
export function css(): object {
  return {};
}

export const unsafeCSS = css;
