import { html, type Html } from '@pgw/protocol/html';

type Content = Html | string | number;

/** A column of a table, with its cell for an item. */
export interface Column<Item> {
  readonly name: string;
  /** True for numbers, which are aligned at the end of the cell. */
  readonly isNumber?: boolean | undefined;
  /** True when the cell is the header of its row. */
  readonly isHeader?: boolean | undefined;
  readonly cell: (item: Item) => Content;
}

interface Table<Item> {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  /** Identifies the row of an item for the script of the dashboard. Only a live table has keys. */
  readonly key?: ((item: Item) => string) | undefined;
  /** Returns true when the details of the item are shown next to the table. */
  readonly isOpen?: ((item: Item) => boolean) | undefined;
}

/** A table whose rows the script of the dashboard keeps current. */
export interface LiveTable<Item> extends Table<Item> {
  /** The name of one item and of several. */
  readonly noun: readonly [one: string, many: string];
  /** The text that is shown without items. Default: `No … yet.` */
  readonly emptyText?: string | undefined;
  /** The number of all items. The table says when it has only the newest of them. Undefined for a list with pages. */
  readonly total?: number | undefined;
}

/** Renders a live table. New rows appear at its top, or are counted in a button, such as “2 new requests”. */
export function renderLiveTable<Item>(table: LiveTable<Item>): Html {
  const { items, noun, total } = table;
  const [one, many] = noun;
  const { emptyText = `No ${many} yet.` } = table;
  return html`<p>
      <button
        class="small new-rows"
        type="button"
        hidden
        data-one="new ${one}"
        data-many="new ${many}"
      ></button>
    </p>
    <div data-live-list>
      ${items.length === 0 ? html`<p class="card">${emptyText}</p>` : renderTable(table)}
    </div>
    <div data-live="newest">
      ${total !== undefined && total > items.length ? html`<p class="muted">The newest ${items.length} of ${total}.</p>` : undefined}
    </div>`;
}

/**
 * Renders a table of the dashboard. On narrow screens its rows are cards, and each cell shows the name of its
 * column. With the ARIA roles, screen readers announce a table on every screen. The keyboard can scroll a table that
 * is wider than its place.
 */
export function renderTable<Item>({ label, columns, items, key, isOpen }: Table<Item>): Html {
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
        ${items.map(
          (item) =>
            html`<tr role="row" data-key="${key?.(item)}" class="${isOpen?.(item) === true ? 'open' : ''}">
              ${columns.map((column) => renderCell(column, item))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function renderCell<Item>({ name, isNumber, isHeader, cell }: Column<Item>, item: Item): Html {
  const content = html`<div>${cell(item)}</div>`;
  return isHeader
    ? html`<th role="rowheader" scope="row" data-label="${name}">${content}</th>`
    : html`<td role="cell" data-label="${name}" class="${isNumber ? 'number' : ''}">${content}</td>`;
}
