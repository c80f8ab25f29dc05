import { html, nothing, type TemplateResult } from 'lit';
import { block } from './skeleton.ts';
import { icon } from './icon.ts';
import { largeMoney } from './money.ts';
import type { View } from './view.ts';

/** The strip at the top: how much, to whom, for which order. */
export function summary({ state, say, hasSummary }: View): TemplateResult | typeof nothing {
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
            ${timer({ state, say })}
            <div class="merchant" part="merchant"><bdi>${order.merchant}</bdi></div>
            <div class="order" part="order">${say.rich('order', { ref: order.id })}</div>
          </div>`
        : nothing
    }
  </div>`;
}

/** Under five minutes to the order's deadline: how much is left, for the eye; what is heard of it is announced. */
function timer({ state, say }: Pick<View, 'state' | 'say'>): TemplateResult | typeof nothing {
  if (state.secondsLeft === null || state.phase.name === 'failed') return nothing;
  const time = say.clock(state.secondsLeft * 1000);
  return html`<div class="timer" part="timer" role="timer" aria-live="off">
    ${icon('clock')}<span>${say.rich('time.left', { time })}</span>
  </div>`;
}
