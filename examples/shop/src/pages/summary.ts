import { formatMoney, type Html, html, icons, type TemplateValue } from '@pgw/pages';
import type { Totals } from '../orders/bag.ts';
import { findVariantBySku } from '../catalogue/catalogue.ts';
import { findItemName } from '../catalogue/item-name.ts';
import type { Texts } from '../languages/index.ts';
import type { Order, OrderLine } from '../orders/orders.ts';
import { products } from '../catalogue/products.ts';

interface LineExtras {
  /** Buttons below the name. They replace the quantity. */
  readonly actions?: Html;
  /** Replaces the formatted price of the line. */
  readonly price?: Html;
}

/** Renders a line of a bag or an order with its picture. */
export function renderLine(texts: Texts, line: OrderLine, { actions, price }: LineExtras = {}): Html {
  const category = findVariantBySku(products, line.sku)?.product.category ?? 'beans';
  const { title, detail } = findItemName(texts, line.sku) ?? line;
  const quantityText = actions === undefined ? `× ${line.quantity}` : '';
  const subtitle = [detail, quantityText].filter((text) => text !== '').join(' ');
  return html`<li class="line">
    <span class="tile ${category}"
      ><img src="/pictures/${line.picture}" alt="" width="48" height="48"
    /></span>
    <span class="item">
      <span>
        <span class="name">${keepUnitOnLine(title)}</span>
        <span class="muted">${subtitle}</span>
      </span>
      <span class="line-price">${price ?? formatMoney(line.total)}</span>
      ${actions}
    </span>
  </li>`;
}

/** Inserts a non-breaking space between a number and its unit at the end of the title. */
function keepUnitOnLine(title: string): string {
  return title.replace(/(\d) (\S+)$/, '$1\u00a0$2');
}

/** Renders the subtotal, the delivery price and the total. */
export function renderTotals(
  { totals }: Texts,
  { subtotal, delivery, total }: Totals,
  deliveryLabel = totals.delivery,
): Html {
  return html`<dl class="totals">
    <div>
      <dt>${totals.subtotal}</dt>
      <dd>${formatMoney(subtotal)}</dd>
    </div>
    <div>
      <dt>${deliveryLabel}</dt>
      <dd>${formatMoney(delivery)}</dd>
    </div>
    <div class="total">
      <dt>${totals.total}</dt>
      <dd>${formatMoney(total)}</dd>
    </div>
  </dl>`;
}

interface Summary {
  readonly lines: readonly OrderLine[];
  readonly totals: Totals;
  /** A text below the card, on wide pages. */
  readonly foot?: TemplateValue;
}

/**
 * Renders the items and their total. The details are collapsed on narrow pages. On wide pages, the style
 * sheet shows them beside the form.
 */
export function renderSummary(texts: Texts, { lines, totals, foot }: Summary): Html {
  const { title, withItems } = texts.summary;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return html`<aside class="summary" aria-label="${title}">
    <details class="card">
      <summary>
        <span>${withItems(count)} ${icons.chevron}</span
        ><span class="amount">${formatMoney(totals.total)}</span>
      </summary>
      <p class="title" aria-hidden="true">${title}</p>
      <ul class="lines">
        ${lines.map((line) => renderLine(texts, line))}
      </ul>
      ${renderTotals(texts, totals, texts.totals.deliveryTime)}
    </details>
    ${foot !== undefined && html`<p class="delivery">${icons.truck} ${foot}</p>`}
  </aside>`;
}

/** Renders the items and the total of an order. */
export function renderOrderSummary(texts: Texts, order: Order, foot?: TemplateValue): Html {
  const { subtotal, delivery, amount: total } = order;
  return renderSummary(texts, { lines: order.lines, totals: { subtotal, delivery, total }, foot });
}
