import { escapeHtml } from '@pgw/protocol/html';

/** Markup that is safe in a page. Only {@link html} and {@link trusted} create it. */
export interface Html {
  readonly markup: string;
}

type Part = Html | readonly Html[] | string | number | false | null | undefined;

/** Creates markup from a template. Values that are not markup are escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = parts.map(write);
  return { markup: strings.map((text, index) => text + (written[index] ?? '')).join('') };
}

/** Marks a text of the source code as markup, such as the SVG of a glyph. Never use it for input of a request. */
export function trusted(markup: string): Html {
  return { markup };
}

function write(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  if ('markup' in part) return part.markup;
  return part.map((item) => item.markup).join('');
}
