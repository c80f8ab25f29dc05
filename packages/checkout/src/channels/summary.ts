import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutView } from '../state/view.ts';
import { renderLargeMoney } from '../ui/money.ts';
import { renderPlaceholder } from '../ui/placeholder.ts';

/** The amount, the merchant, the order, and with `timer` the time that is left to pay. */
export function renderSummary(view: CheckoutView, timer: unknown): TemplateResult | typeof nothing {
  const { state, localize, hasSummary } = view;
  const order = state.session?.order;
  if (!hasSummary || (!order && state.phase.name === 'failed')) return nothing;
  return html`<div class="summary" part="summary">
    <div>
      <div class="amount-label" part="amount-label">${localize.text('amount')}</div>
      <div class="amount" part="amount">
        ${order ? renderLargeMoney(localize, order) : renderPlaceholder('amount')}
      </div>
    </div>
    ${
      order
        ? html`<div class="order-details">
            ${timer}
            <div class="merchant" part="merchant"><bdi>${order.merchant}</bdi></div>
            <div class="order" part="order">${localize.rich('order', { ref: order.id })}</div>
          </div>`
        : nothing
    }
  </div>`;
}
