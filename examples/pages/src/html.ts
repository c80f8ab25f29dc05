import { escapeHtml } from '@pgw/protocol/html';

/** Markup that is safe to send. Only `html` and `trustedHtml` make it, so user input can't become markup by accident. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Markup that is escaped already, for example by @pgw/express. Never use it for input of a person. */
export function trustedHtml(markup: string): Html {
  return new Html(markup);
}

/** The values of a template. `false`, `null` and `undefined` print nothing. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** A template whose strings are escaped, in text as in quoted attributes. Attribute values must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + print(parts[index - 1]) + string));
}

function print(part: Part): string {
  if (part instanceof Html) return part.toString();
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  if (Array.isArray(part)) return part.map(print).join('');
  return '';
}
