import {
  formatExactTime,
  renderFacts as renderFactsOfKit,
  renderTable as renderTableOfKit,
  type Column,
  type Html,
  type TemplateValue,
} from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { getLocale } from '../scope.ts';

export type { Column };

/** Renders a table. The texts are translated. */
export function renderTable<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  items: readonly Row[],
): Html {
  const translated = columns.map((column) => ({ ...column, title: t(column.title) }));
  return renderTableOfKit({ label: t(caption), columns: translated, items });
}

/** Renders a time in the shop's time zone, with seconds. */
export function renderTime(at: number): Html {
  const utc = new Date(at).toISOString();
  return html`<time datetime="${utc}">${formatExactTime(at, getLocale())}</time>`;
}

/** Renders facts in two columns. Facts without a value are left out. The names are translated. */
export function renderFacts(facts: readonly (readonly [name: string, value: TemplateValue])[]): Html {
  return renderFactsOfKit(facts.map(([name, value]) => [t(name), value]));
}
