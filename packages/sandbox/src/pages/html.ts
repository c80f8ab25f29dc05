import { escapeHtml } from '@pgw/protocol/html';

/** Markup that is safe in a page. Only {@link html} and {@link trusted} create it. */
export interface Html {
  readonly markup: string;
}

/** A value that a template accepts. */
type TemplateValue = Html | readonly Html[] | string | number | false | null | undefined;

/** Creates markup from a template. Values that are not markup are escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  const markups = values.map(toMarkup);
  return { markup: strings.map((text, index) => text + (markups[index] ?? '')).join('') };
}

/**
 * Marks a text of the source code as markup, such as the SVG of a glyph. Never use it for input of a request.
 */
export function trusted(markup: string): Html {
  return { markup };
}

function toMarkup(value: TemplateValue): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if ('markup' in value) return value.markup;
  return value.map((item) => item.markup).join('');
}
