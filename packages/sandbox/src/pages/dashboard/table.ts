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
  /** Identifies the row for the script of the dashboard. Only rows of a live table have a key. */
  readonly key?: string | undefined;
  /** One cell for each column. */
  readonly cells: readonly (Html | string | number)[];
  /** True when the details of the row are shown next to the table. */
  readonly isOpen?: boolean | undefined;
}

/**
 * Renders a table whose rows the script of the dashboard keeps current. New rows appear at its top, or are
 * counted in a button, such as “2 new requests”.
 */
export function renderLiveTable({
  label,
  columns,
  rows,
  emptyText,
  newRows,
  total,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The text that is shown without rows. */
  readonly emptyText: string;
  /** The name of one new row and of several. */
  readonly newRows: readonly [string, string];
  /** The number of entries. The table says when it has only the newest of them. Undefined for a list with pages. */
  readonly total?: number | undefined;
}): Html {
  return html`<p>
      <button
        class="small new-rows"
        type="button"
        hidden
        data-one="${newRows[0]}"
        data-many="${newRows[1]}"
      ></button>
    </p>
    <div data-live-list>
      ${rows.length === 0 ? html`<p class="card">${emptyText}</p>` : renderTable(label, columns, rows)}
    </div>
    <div data-live="newest">
      ${total !== undefined && total > rows.length ? html`<p class="muted">The newest ${rows.length} of ${total}.</p>` : undefined}
    </div>`;
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
          ({ key, cells, isOpen }) =>
            html`<tr role="row" data-key="${key}" class="${isOpen ? 'open' : ''}">
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
