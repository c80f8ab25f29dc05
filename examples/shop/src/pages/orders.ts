import { formatDateTime, formatMoney, type Html, html } from '@pgw/pages';
import { findItemName } from '../catalogue/item-name.ts';
import type { Language, Texts } from '../languages/index.ts';
import type { Order } from '../orders/orders.ts';
import type { OrderStage } from '../orders/payment-view.ts';

/** An order with its stage. */
export interface ListedOrder extends Order {
  readonly stage: OrderStage;
  /** Whether the order can be paid now. */
  readonly canBePaid: boolean;
}

/** Renders the list of the visitor's orders. */
export function renderOrdersPage(language: Language, orders: readonly ListedOrder[]): Html {
  const { texts } = language;
  return html`<div class="narrow">
    <h1>${texts.orders.title}</h1>
    ${
      orders.length === 0
        ? renderEmptyList(texts)
        : html`<ul class="orders">
            ${orders.map((order) => renderOrderItem(language, order))}
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

function renderOrderItem({ tag, texts }: Language, order: ListedOrder): Html {
  const { id, lines, amount, stage, createdAt } = order;
  const titles = lines.map((line) => findItemName(texts, line.sku)?.title ?? line.title);
  return html`<li class="card">
    <div>
      <a href="/orders/${id}">${id}</a>
      <p class="muted">${titles.join(' · ')}</p>
      <p class="muted">${formatDateTime(createdAt, tag)}</p>
    </div>
    <p>
      <span class="amount">${formatMoney(amount)}</span>
      <span class="muted">${texts.orders.states[stage]}</span>
      ${order.canBePaid && html`<a class="button quiet" href="/checkout/${id}">${texts.orders.payNow}</a>`}
      ${stage === 'awaiting' && html`<a class="button quiet" href="/orders/${id}">${texts.orders.continue}</a>`}
    </p>
  </li>`;
}
