import { formatDateTime, formatMoney, type Html, html, icons, type TemplateValue } from '@pgw/pages';
import { orderViews, pageSize, type OrderList, type OrderRow, type OrderViewName } from './order-list.ts';
import { findMainPayment, getOrderStatus } from './order-status.ts';
import { describeBankAndChannel } from '../payments/payment-state.ts';
import { renderSum } from '../payments/sum.ts';
import { renderChip } from '../pages/chip.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';

interface OrdersView extends OrderList {
  readonly view: OrderViewName;
  /** Empty without a search. */
  readonly searchText: string;
  /** The number of the page, from 1. */
  readonly page: number;
}

const columns: readonly Column<OrderRow>[] = [
  {
    title: 'Order',
    isHeader: true,
    // Narrow pages leave the columns of the name and the time out.
    cell: ({ order }) =>
      html`<a href="/office/orders/${order.id}">${order.id}</a>
        <span class="only-in-line muted">${order.customer.name} · ${formatDateTime(order.createdAt)}</span>`,
  },
  { title: 'Placed', isLeftOut: true, cell: ({ order }) => renderTime(order.createdAt) },
  { title: 'Customer', isLeftOut: true, cell: ({ order }) => order.customer.name },
  { title: 'Paid with', isLeftOut: true, cell: ({ payments }) => describeChannel(payments) },
  { title: 'Amount', isNumber: true, cell: renderOrderSum },
  { title: 'State', cell: (row) => renderChip(getOrderStatus(row.order, row)) },
];

function describeChannel(payments: OrderRow['payments']): string {
  const mainPayment = findMainPayment(payments);
  const candidates = mainPayment === undefined ? payments : [mainPayment];
  return candidates.map(describeBankAndChannel).find(Boolean) ?? '–';
}

function renderOrderSum({ order, payments }: OrderRow): TemplateValue {
  const mainPayment = findMainPayment(payments);
  return mainPayment === undefined ? formatMoney(order.amount) : renderSum(mainPayment);
}

/** Renders the list of orders. The URL contains the filter, the search text and the page number. */
export function renderOrders(list: OrdersView): Html {
  const { rows, view, searchText } = list;
  return html`<div class="heading">
      <h1>Orders</h1>
      <form class="search" role="search" action="/office">
        ${view !== 'all' && html`<input type="hidden" name="view" value="${view}" />`}
        <label class="visually-hidden" for="q">Search orders</label>
        <input
          id="q"
          name="q"
          type="search"
          value="${searchText}"
          placeholder="Order, name, sum, reference or transaction"
        />
        <button class="button quiet" aria-label="Search">${icons.search}</button>
      </form>
    </div>
    ${renderFilterLinks(list)}
    ${
      rows.length === 0
        ? html`<p class="card empty">${describeEmptyList(list)}</p>`
        : html`<div class="card sheet">${renderTable('Orders, newest first', columns, rows)}</div>`
    }
    ${renderPageLinks(list)}
    <p><a href="/office/export">Export for the accountant</a></p>`;
}

function renderFilterLinks({ counts, view, searchText }: OrdersView): Html {
  // The type is safe, because `orderViews` has no other keys.
  const names = Object.keys(orderViews) as OrderViewName[];
  return html`<nav class="filters" aria-label="Filter orders">
    ${names.map(
      (name) =>
        html`<a href="${createListUrl(name, searchText, 1)}" ${name === view && html`aria-current="page"`}
          >${orderViews[name]} <span class="count">${counts[name]}</span></a
        >`,
    )}
  </nav>`;
}

function describeEmptyList({ view, searchText }: OrdersView): TemplateValue {
  if (searchText !== '')
    return html`Nothing matches “${searchText}”. <a href="${createListUrl(view, '', 1)}">Show all</a>`;
  if (view === 'attention') return 'Nothing needs attention.';
  return view === 'all'
    ? html`No orders yet. <a href="/">Place one in the shop</a>`
    : 'No orders of this kind.';
}

function renderPageLinks({ total, page, rows, view, searchText }: OrdersView): TemplateValue {
  if (total <= pageSize && page === 1) return undefined;
  const first = (page - 1) * pageSize + 1;
  return html`<nav class="pages" aria-label="Pages">
    <p class="muted">
      ${rows.length === 0 ? 'No more orders' : `${first}–${first + rows.length - 1} of ${total}`}
    </p>
    ${page > 1 && html`<a class="button quiet" href="${createListUrl(view, searchText, page - 1)}">Newer</a>`}
    ${
      first + rows.length <= total &&
      html`<a class="button quiet" href="${createListUrl(view, searchText, page + 1)}">Older</a>`
    }
  </nav>`;
}

function createListUrl(view: OrderViewName, searchText: string, page: number): string {
  const query = new URLSearchParams();
  if (view !== 'all') query.set('view', view);
  if (searchText !== '') query.set('q', searchText);
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? '/office' : `/office?${query.toString()}`;
}
