import { type Html, html, ringgit } from '@pgw/example-pages';
import type { Order } from '../orders.ts';

const states: Readonly<Record<Order['state'], string>> = {
  awaiting: 'Not paid yet',
  paid: 'Paid',
  review: 'Being checked',
};

/** The visitor's orders. */
export function ordersPage(orders: readonly Order[]): Html {
  return html`<div class="narrow">
    <h1>Your orders</h1>
    ${
      orders.length === 0
        ? html`<div class="card empty">
            <p class="lead">You have not ordered anything in this browser.</p>
            <a class="button" href="/beans">See our beans</a>
          </div>`
        : html`<ul class="orders">
            ${orders.map(
              ({ id, lines, amount, state }) =>
                html`<li class="card">
                  <div>
                    <a href="/orders/${id}">${id}</a>
                    <p class="muted">${lines.map(({ title }) => title).join(' · ')}</p>
                  </div>
                  <p>
                    <span class="amount">${ringgit(amount)}</span> <span class="muted">${states[state]}</span>
                  </p>
                </li>`,
            )}
          </ul>`
    }
  </div>`;
}
