import { html, type Html } from '../html.ts';

export interface Column {
  readonly name: string;
  /** Stands at the end of its column. */
  readonly isNumber?: boolean;
  /** Names its row. */
  readonly isHeader?: boolean;
}

export interface Row {
  /** One for each column. */
  readonly cells: readonly (Html | string | number)[];
  readonly isOpen?: boolean;
}

/**
 * A table of the dashboard. Where there is no room its rows are cards, each cell with the name of its column; the roles say that it
 * is a table all the same.
 */
export function tableView(label: string, columns: readonly Column[], rows: readonly Row[]): Html {
  return html`<table role="table" aria-label="${label}">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          ({ name, isNumber }) =>
            html`<th role="columnheader" scope="col" class="${isNumber ? 'number' : ''}">${name}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        ({ cells, isOpen }) =>
          html`<tr role="row" class="${isOpen ? 'open' : ''}">
            ${columns.map((column, index) => cellView(column, cells[index] ?? ''))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function cellView({ name, isNumber, isHeader }: Column, cell: Html | string | number): Html {
  const content = html`<div>${cell}</div>`;
  return isHeader
    ? html`<th role="rowheader" scope="row" data-label="${name}">${content}</th>`
    : html`<td role="cell" data-label="${name}" class="${isNumber ? 'number' : ''}">${content}</td>`;
}
