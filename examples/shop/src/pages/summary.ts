import { type Html, html, icons, type Part, ringgit } from '@pgw/example-pages';
import type { Totals } from '../bag.ts';
import type { Order, OrderLine } from '../orders.ts';

interface LineExtras {
  /** Stands under the words. */
  readonly actions?: Html;
  /** Replaces the plain price. */
  readonly price?: Html;
}

/** A line with its picture. */
export function lineView(line: Omit<OrderLine, 'sku'>, { actions, price }: LineExtras = {}): Html {
  const kind = line.picture.startsWith('mug') ? 'brewing' : 'beans';
  return html`<li class="line">
    <span class="tile ${kind}"><img src="/pictures/${line.picture}" alt="" width="48" height="48" /></span>
    <span class="what">
      <span class="name">${unbroken(line.title)}</span>
      <span class="muted">${line.detail !== '' && `${line.detail} ·\u00a0`}${line.quantity}</span>
    </span>
    <span class="line-price">${price ?? ringgit(line.total)}</span>
    ${actions}
  </li>`;
}

/** Keeps a number and its unit on one line. */
function unbroken(title: string): string {
  return title.replace(/(\d) (k?g)\b/, '$1\u00a0$2');
}

/** Subtotal, delivery and total. */
export function totalsView({ subtotal, delivery, total }: Totals, deliveryLabel = 'Delivery'): Html {
  return html`<dl class="totals">
    <div>
      <dt>Subtotal</dt>
      <dd>${ringgit(subtotal)}</dd>
    </div>
    <div>
      <dt>${deliveryLabel}</dt>
      <dd>${ringgit(delivery)}</dd>
    </div>
    <div class="total">
      <dt>Total</dt>
      <dd>${ringgit(total)}</dd>
    </div>
  </dl>`;
}

/** What is being bought. Narrow pages show it folded; the style sheet opens it beside the form on wide ones. */
export function summaryView(lines: readonly Omit<OrderLine, 'sku'>[], totals: Totals, foot?: Part): Html {
  const items = lines.length === 1 ? '1 item' : `${lines.length} items`;
  return html`<aside class="summary" aria-label="Your order">
    <details class="card">
      <summary>
        <span>Your order (${items}) ${icons.chevron}</span
        ><span class="amount">${ringgit(totals.total)}</span>
      </summary>
      <h2>Your order</h2>
      <ul class="lines">
        ${lines.map((line) => lineView(line))}
      </ul>
      ${totalsView(totals, 'Delivery, 2–3 days')}
    </details>
    ${foot !== undefined && html`<p class="delivery">${icons.truck} ${foot}</p>`}
  </aside>`;
}

/** The same, of an order. */
export function orderSummary(order: Order, foot?: Part): Html {
  const { subtotal, delivery, amount: total } = order;
  return summaryView(order.lines, { subtotal, delivery, total }, foot);
}
