import { formatExactTime, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { getLocale } from '../scope.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => TemplateValue;
  /** True to align numbers to the end of the column. Default: false. */
  readonly isNumber?: boolean;
  /** True for the cell that names its row for screen readers. Default: false. */
  readonly isHeader?: boolean;
  /**
   * True to leave the column out on narrow pages, where each row of the table is then one line without the titles of
   * the columns. Default: false.
   */
  readonly isLeftOut?: boolean;
}

/**
 * Renders a table. Narrow pages show each row as a card with the same fields in the same order, or as one line if some
 * columns are left out. The ARIA
 * roles are explicit, because browsers drop the roles of a table whose CSS `display` is changed. The keyboard can
 * scroll a table that is wider than its place.
 */
export function renderTable<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  const title = t(caption);
  const hasLines = columns.some(({ isLeftOut }) => isLeftOut === true);
  return html`<div class="table" role="group" aria-label="${title}" tabindex="0">
    <table role="table" class="rows ${hasLines && 'lines'}">
      <caption class="visually-hidden">
        ${title}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
            (column) =>
              html`<th role="columnheader" scope="col" ${renderClass(column)}>${t(column.title)}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) =>
            html`<tr role="row">
              ${columns.map((column) => renderCell(column, row))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function renderClass<Row>({ isNumber = false, isLeftOut = false }: Column<Row>): TemplateValue {
  const classes = [isNumber && 'number', isLeftOut && 'left-out'].filter((name) => name !== false);
  return classes.length > 0 && html`class="${classes.join(' ')}"`;
}

function renderCell<Row>(column: Column<Row>, row: Row): Html {
  const { title, cell, isHeader = false } = column;
  const classAttribute = renderClass(column);
  const label = html`<span class="label" aria-hidden="true">${t(title)}</span>`;
  return isHeader
    ? html`<th role="rowheader" scope="row" ${classAttribute}>${label}<span>${cell(row)}</span></th>`
    : html`<td role="cell" ${classAttribute}>${label}<span>${cell(row)}</span></td>`;
}

/** Renders a time in the shop's time zone, with seconds. */
export function renderTime(at: number): Html {
  const utc = new Date(at).toISOString();
  return html`<time datetime="${utc}">${formatExactTime(at, getLocale())}</time>`;
}

/** Renders facts in two columns. Facts without a value are left out. */
export function renderFacts(facts: readonly (readonly [name: string, value: TemplateValue])[]): Html {
  const factsWithValue = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  );
  return html`<dl class="facts">
    ${factsWithValue.map(
      ([name, value]) =>
        html`<div>
          <dt>${t(name)}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
