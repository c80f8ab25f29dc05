const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes `&`, `<`, `>`, `"` and `'` in text, for HTML content and for attribute values in single or double
 * quotes. The result is not safe in unquoted attributes, scripts, styles or URLs.
 *
 * @example
 * escapeHtml('Tea & "cake"'); // 'Tea &amp; &quot;cake&quot;'
 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * Escaped markup. Only `html` and `trustedHtml` create it, so user input cannot become markup by accident.
 */
export class Html {
  readonly #text: string;

  /** @internal Use {@link html} or {@link trustedHtml}. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the markup. */
  toString(): string {
    return this.#text;
  }
}

/** Wraps markup that is already escaped, for example by @pgw/server, or is part of the source code. Never pass user input to it. */
export function trustedHtml(markup: string): Html {
  return new Html(markup);
}

/** A value in a template. `false`, `null` and `undefined` render nothing. */
export type TemplateValue = Html | string | number | false | null | undefined | readonly TemplateValue[];

/**
 * A template tag that escapes strings and numbers, in text and in attributes. Attribute values must be quoted. Markup is
 * not escaped again, and the items of a list are joined.
 *
 * @example
 * html`<p title="${'"'}">${'<tea>'}</p>`.toString(); // '<p title="&quot;">&lt;tea&gt;</p>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  return new Html(strings.reduce((markup, string, index) => markup + toMarkup(values[index - 1]) + string));
}

function toMarkup(value: TemplateValue): string {
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if (Array.isArray(value)) return value.map(toMarkup).join('');
  return '';
}
