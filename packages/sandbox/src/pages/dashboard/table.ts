import { html, renderTable, type Column, type Html, type Table } from '@pgw/pages';

export type { Column };

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
