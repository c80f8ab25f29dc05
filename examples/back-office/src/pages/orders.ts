import { type Html, html, icons, type Part, formatSen } from '@pgw/example-pages';
import { orderViews, pageSize, type OrderList, type OrderView } from '../order-list.ts';
import { bankAndChannel, orderStatusOf } from '../order-status.ts';
import { chipView } from './chip.ts';
import { tableView, timeView, type Column } from './table.ts';

interface OrdersView extends OrderList {
  readonly view: OrderView;
  readonly text: string;
  readonly page: number;
}

type Row = OrderList['rows'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Order',
    isHeader: true,
    cell: ({ order }) => html`<a href="/office/orders/${order.id}">${order.id}</a>`,
  },
  { title: 'Placed', cell: ({ order }) => timeView(order.createdAt) },
  { title: 'Customer', cell: ({ order }) => order.customer.name },
  {
    title: 'Paid with',
    cell: ({ money: { payments } }) => payments.map(bankAndChannel).find(Boolean) ?? '–',
  },
  { title: 'Amount', isNumber: true, cell: ({ order }) => formatSen(order.amount) },
  { title: 'State', cell: ({ order, money }) => chipView(orderStatusOf(order, money)) },
];

/** The list of orders. The address holds filter, search and page. */
export function ordersMain(list: OrdersView): Html {
  const { rows, view, text } = list;
  return html`<div class="heading">
      <h1>Orders</h1>
      <form class="search" role="search" action="/office">
        ${view !== 'all' && html`<input type="hidden" name="view" value="${view}" />`}
        <label class="unseen" for="q">Search orders</label>
        <input
          id="q"
          name="q"
          type="search"
          value="${text}"
          placeholder="Order, name, reference or transaction"
        />
        <button class="button quiet" aria-label="Search">${icons.search}</button>
      </form>
    </div>
    ${filters(list)}
    ${
      rows.length === 0
        ? html`<p class="card empty">${nothing(list)}</p>`
        : html`<div class="card sheet">${tableView('Orders, newest first', columns, rows)}</div>`
    }
    ${pages(list)}`;
}

function filters({ counts, view, text }: OrdersView): Html {
  const names = Object.keys(orderViews) as OrderView[]; // The keys of a constant.
  return html`<nav class="filters" aria-label="Filter orders">
    ${names.map(
      (name) =>
        html`<a href="${address(name, text, 1)}" ${name === view && html`aria-current="page"`}
          >${orderViews[name]} <span class="count">${counts[name]}</span></a
        >`,
    )}
  </nav>`;
}

function nothing({ view, text }: OrdersView): Part {
  if (text !== '') return html`Nothing matches “${text}”. <a href="${address(view, '', 1)}">Show all</a>`;
  if (view === 'attention') return 'Nothing needs attention.';
  return view === 'all'
    ? html`No orders yet. <a href="/">Place one in the shop</a>`
    : 'No orders of this kind.';
}

function pages({ total, page, rows, view, text }: OrdersView): Part {
  if (total <= pageSize && page === 1) return undefined;
  const first = (page - 1) * pageSize + 1;
  return html`<nav class="pages" aria-label="Pages">
    <p class="muted">
      ${rows.length === 0 ? 'No more orders' : `${first}–${first + rows.length - 1} of ${total}`}
    </p>
    ${page > 1 && html`<a class="button quiet" href="${address(view, text, page - 1)}">Newer</a>`}
    ${
      first + rows.length <= total &&
      html`<a class="button quiet" href="${address(view, text, page + 1)}">Older</a>`
    }
  </nav>`;
}

function address(view: OrderView, text: string, page: number): string {
  const query = new URLSearchParams();
  if (view !== 'all') query.set('view', view);
  if (text !== '') query.set('q', text);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/office' : `/office?${query.toString()}`;
}
