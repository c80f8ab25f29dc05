import { formatMoney, type Html, html } from '@pgw/example-pages';
import { findItemName } from '../catalogue/item-name.ts';
import type { Texts } from '../languages/index.ts';
import type { Order } from '../orders/orders.ts';

/** An order and the key of the text for its state. `approved`: a card was approved and is charged later. */
export interface ListedOrder extends Order {
  readonly listState: Order['state'] | 'approved';
}

/** Renders the list of the visitor's orders. */
export function renderOrdersPage(texts: Texts, orders: readonly ListedOrder[]): Html {
  return html`<div class="narrow">
    <h1>${texts.orders.title}</h1>
    ${
      orders.length === 0
        ? renderEmptyList(texts)
        : html`<ul class="orders">
            ${orders.map((order) => renderOrderItem(texts, order))}
          </ul>`
    }
  </div>`;
}

function renderEmptyList({ orders, home }: Texts): Html {
  return html`<div class="card empty">
    <p class="lead">${orders.empty}</p>
    <a class="button" href="/beans">${home.seeBeans}</a>
  </div>`;
}

function renderOrderItem(texts: Texts, { id, lines, amount, listState }: ListedOrder): Html {
  const titles = lines.map((line) => findItemName(texts, line.sku)?.title ?? line.title);
  return html`<li class="card">
    <div>
      <a href="/orders/${id}">${id}</a>
      <p class="muted">${titles.join(' · ')}</p>
    </div>
    <p>
      <span class="amount">${formatMoney(amount)}</span>
      <span class="muted">${texts.orders.states[listState]}</span>
    </p>
  </li>`;
}
