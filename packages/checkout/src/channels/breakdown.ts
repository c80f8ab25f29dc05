import { html, nothing, type TemplateResult } from 'lit';
import { getChosenChannel, getTotal } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { renderMoney } from '../ui/money.ts';
import { getChannelName } from './channel-name.ts';

/**
 * Renders the amount of the order, the fee and the total. Renders nothing without a fee or in hosted mode.
 */
export function renderBreakdown({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  const { session } = state;
  const channel = getChosenChannel(state);
  if (session === null || channel === null || channel.fee === 0 || session.mode === 'hosted') return nothing;
  const { order } = session;
  return html`<dl class="breakdown" part="breakdown">
    <div part="breakdown-row">
      <dt>${localize.text('sum.order')}</dt>
      <dd>${renderMoney(localize, order)}</dd>
    </div>
    <div part="breakdown-row">
      <dt>${localize.rich('sum.fee', { channel: getChannelName(localize, channel.name) })}</dt>
      <dd>${renderMoney(localize, order, channel.fee)}</dd>
    </div>
    <div class="total" part="breakdown-row total">
      <dt>${localize.text('sum.total')}</dt>
      <dd>${renderMoney(localize, order, getTotal(state))}</dd>
    </div>
  </dl>`;
}
