import { formatSen, type Html, html } from '@pgw/example-pages';
import { itemName } from '../item-name.ts';
import type { Texts } from '../languages/index.ts';
import type { Order } from '../orders.ts';

/** Renders the list of the visitor's orders. */
export function ordersPage(texts: Texts, orders: readonly Order[]): Html {
  return html`<div class="narrow">
    <h1>${texts.orders.title}</h1>
    ${
      orders.length === 0
        ? emptyList(texts)
        : html`<ul class="orders">
            ${orders.map((order) => orderItem(texts, order))}
          </ul>`
    }
  </div>`;
}

function emptyList({ orders, home }: Texts): Html {
  return html`<div class="card empty">
    <p class="lead">${orders.empty}</p>
    <a class="button" href="/beans">${home.seeBeans}</a>
  </div>`;
}

function orderItem(texts: Texts, { id, lines, amount, state }: Order): Html {
  const titles = lines.map((line) => itemName(texts, line.sku)?.title ?? line.title);
  return html`<li class="card">
    <div>
      <a href="/orders/${id}">${id}</a>
      <p class="muted">${titles.join(' · ')}</p>
    </div>
    <p>
      <span class="amount">${formatSen(amount)}</span>
      <span class="muted">${texts.orders.states[state]}</span>
    </p>
  </li>`;
}
