import { escapeHtml } from '@pgw/protocol/html';

/**
 * Escaped markup. Only `html` and `trustedHtml` create it, so user input cannot become markup by accident.
 */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Wraps markup that is already escaped, for example by @pgw/express. Never pass user input to it. */
export function trustedHtml(markup: string): Html {
  return new Html(markup);
}

/** A value in a template. `false`, `null` and `undefined` render nothing. */
export type TemplateValue = Html | string | number | false | null | undefined | readonly TemplateValue[];

/** A template tag that escapes strings, in text and in attributes. Attribute values must be quoted. */
export function html(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  return new Html(strings.reduce((markup, string, index) => markup + toMarkup(values[index - 1]) + string));
}

function toMarkup(value: TemplateValue): string {
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return '';
}
