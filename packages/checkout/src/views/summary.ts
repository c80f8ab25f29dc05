import { html, nothing, type TemplateResult } from 'lit/html.js';
import { block } from './skeleton.ts';
import { largeMoney } from './money.ts';
import type { View } from './view.ts';

/** The strip at the top: how much, to whom, for which order. */
export function summary(view: View): TemplateResult | typeof nothing {
  const { state, say, hasSummary, life } = view;
  const order = state.session?.order;
  if (!hasSummary || (!order && state.phase.name === 'failed')) return nothing;
  return html`<div class="summary" part="summary">
    <div>
      <div class="amount-label" part="amount-label">${say.text('amount')}</div>
      <div class="amount" part="amount">${order ? largeMoney(say, order) : block('amount')}</div>
    </div>
    ${
      order
        ? html`<div class="whose">
            ${life?.timer(view)}
            <div class="merchant" part="merchant"><bdi>${order.merchant}</bdi></div>
            <div class="order" part="order">${say.rich('order', { ref: order.id })}</div>
          </div>`
        : nothing
    }
  </div>`;
}
