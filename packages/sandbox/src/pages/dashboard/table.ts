import { html, type Html } from '@pgw/protocol/html';

/** A column of a table. */
export interface Column {
  readonly name: string;
  /** True for numbers, which are aligned at the end of the cell. */
  readonly isNumber?: boolean | undefined;
  /** True when the cell is the header of its row. */
  readonly isHeader?: boolean | undefined;
}

/** A row of a table. */
export interface Row {
  /** One cell for each column. */
  readonly cells: readonly (Html | string | number)[];
  /** True when the details of the row are shown next to the table. */
  readonly isOpen?: boolean | undefined;
}

/**
 * Renders a table of the dashboard. On narrow screens its rows are cards, and each cell shows the name of its
 * column. With the ARIA roles, screen readers announce a table on every screen. The keyboard can scroll a table that
 * is wider than its place.
 */
export function renderTable(label: string, columns: readonly Column[], rows: readonly Row[]): Html {
  return html`<div class="table" role="group" aria-label="${label}" tabindex="0">
    <table role="table" aria-label="${label}">
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
              ${columns.map((column, index) => renderCell(column, cells[index] ?? ''))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function renderCell({ name, isNumber, isHeader }: Column, cell: Html | string | number): Html {
  const content = html`<div>${cell}</div>`;
  return isHeader
    ? html`<th role="rowheader" scope="row" data-label="${name}">${content}</th>`
    : html`<td role="cell" data-label="${name}" class="${isNumber ? 'number' : ''}">${content}</td>`;
}
