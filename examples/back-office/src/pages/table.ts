import { formatExactTime, type Html, html, type Part } from '@pgw/example-pages';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Part;
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean;
  /** Names the row for whoever hears the table. */
  readonly isHeader?: boolean;
}

/**
 * A table, which narrow pages show as cards with the same fields in the same order. The roles are spelled out, because
 * browsers forget what a table is once its rows are laid out as anything else.
 */
export function tableView<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  return html`<table role="table" class="rows">
    <caption class="unseen">
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
            ${columns.map((column) => cellView(column, row))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function cellView<Row>({ title, cell, isNumber = false, isHeader = false }: Column<Row>, row: Row): Html {
  const number = isNumber && html`class="number"`;
  const label = html`<span class="label" aria-hidden="true">${title}</span>`;
  return isHeader
    ? html`<th role="rowheader" scope="row" ${number}>${label}<span>${cell(row)}</span></th>`
    : html`<td role="cell" ${number}>${label}<span>${cell(row)}</span></td>`;
}

/** A moment in the shop's time to the second; UTC with milliseconds beneath the pointer. */
export function timeView(at: number): Html {
  const utc = new Date(at).toISOString();
  return html`<time datetime="${utc}" title="${utc}">${formatExactTime(at)}</time>`;
}

/** Facts in two columns; those without a value are left out. */
export function factsView(facts: readonly (readonly [name: string, value: Part])[]): Html {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== false);
  return html`<dl class="facts">
    ${known.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}
