import { formatExactTime, type Html, html, type TemplateValue } from '@pgw/example-pages';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => TemplateValue;
  /** True to align numbers to the end of the column. Default: false. */
  readonly isNumber?: boolean;
  /** True for the cell that names its row for screen readers. Default: false. */
  readonly isHeader?: boolean;
}

/**
 * Renders a table. Narrow pages show each row as a card with the same fields in the same order. The ARIA
 * roles are explicit, because browsers drop the roles of a table whose CSS `display` is changed. The keyboard can
 * scroll a table that is wider than its place.
 */
export function renderTable<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Html {
  return html`<div class="table" role="group" aria-label="${caption}" tabindex="0">
    <table role="table" class="rows">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
            ({ title, isNumber = false }) =>
              html`<th role="columnheader" scope="col" ${isNumber && html`class="number"`}>${title}</th>`,
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

function renderCell<Row>({ title, cell, isNumber = false, isHeader = false }: Column<Row>, row: Row): Html {
  const numberClass = isNumber && html`class="number"`;
  const label = html`<span class="label" aria-hidden="true">${title}</span>`;
  return isHeader
    ? html`<th role="rowheader" scope="row" ${numberClass}>${label}<span>${cell(row)}</span></th>`
    : html`<td role="cell" ${numberClass}>${label}<span>${cell(row)}</span></td>`;
}

/** Renders a time in the shop's time zone, with seconds. The tooltip shows UTC with milliseconds. */
export function renderTime(at: number): Html {
  const utc = new Date(at).toISOString();
  return html`<time datetime="${utc}" title="${utc}">${formatExactTime(at)}</time>`;
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
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
