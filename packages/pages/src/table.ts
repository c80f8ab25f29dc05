import { html, type Html, type TemplateValue } from '@pgw/protocol/html';

/** A column of a table, with its cell for an item. */
export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => TemplateValue;
  /** True to align numbers to the end of the column. Default: false. */
  readonly isNumber?: boolean | undefined;
  /** True for the cell that names its row for screen readers. Default: false. */
  readonly isHeader?: boolean | undefined;
  /**
   * True to leave the column out on narrow pages, where each row of the table is then one line without the titles of
   * the columns. Default: false.
   */
  readonly isLeftOut?: boolean | undefined;
}

/** A table of items. */
export interface Table<Item> {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  /** Identifies the row of an item for a script that keeps the table current. */
  readonly key?: ((item: Item) => string) | undefined;
  /** True for the item whose details are shown beside the table. */
  readonly isOpen?: ((item: Item) => boolean) | undefined;
}

/**
 * Renders a table. Narrow pages show each row as a card with the same fields in the same order, or as one line if some
 * columns are left out. The ARIA roles are explicit, because browsers drop the roles of a table whose CSS `display` is
 * changed. The keyboard can scroll a table that is wider than its place.
 */
export function renderTable<Item>({ label, columns, items, key, isOpen }: Table<Item>): Html {
  const hasLines = columns.some(({ isLeftOut }) => isLeftOut === true);
  return html`<div class="table" role="group" aria-label="${label}" tabindex="0">
    <table role="table" class="rows ${hasLines && 'lines'}" aria-label="${label}">
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
            (column) =>
              html`<th role="columnheader" scope="col" class="${toClasses(column)}">${column.title}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${items.map(
          (item) =>
            html`<tr
              role="row"
              ${key !== undefined && html`data-key="${key(item)}"`}
              ${isOpen?.(item) === true && html`class="open"`}
            >
              ${columns.map((column) => renderCell(column, item))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function toClasses<Item>({ isNumber, isLeftOut }: Column<Item>): string {
  return [isNumber === true && 'number', isLeftOut === true && 'left-out'].filter(Boolean).join(' ');
}

/** Only narrow pages show the label. Screen readers read the header of the column. */
function renderCell<Item>(column: Column<Item>, item: Item): Html {
  const { title, cell, isHeader } = column;
  const content = html`<span class="label" aria-hidden="true">${title}</span>
    <div>${cell(item)}</div>`;
  const classes = toClasses(column);
  return isHeader === true
    ? html`<th role="rowheader" scope="row" data-label="${title}" class="${classes}">${content}</th>`
    : html`<td role="cell" data-label="${title}" class="${classes}">${content}</td>`;
}
