import { html, nothing, type TemplateResult } from 'lit';
import { chosenChannel, total } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { money } from '../ui/money.ts';
import { channelName } from './channel-name.ts';

/**
 * Renders the amount of the order, the fee and the total. Renders nothing without a fee or in hosted mode.
 */
export function breakdown({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  const { session } = state;
  const channel = chosenChannel(state);
  if (session === null || channel === null || channel.fee === 0 || session.mode === 'hosted') return nothing;
  const { order } = session;
  return html`<dl class="breakdown" part="breakdown">
    <div part="breakdown-row">
      <dt>${localize.text('sum.order')}</dt>
      <dd>${money(localize, order)}</dd>
    </div>
    <div part="breakdown-row">
      <dt>${localize.rich('sum.fee', { channel: channelName(localize, channel.name) })}</dt>
      <dd>${money(localize, order, channel.fee)}</dd>
    </div>
    <div class="total" part="breakdown-row total">
      <dt>${localize.text('sum.total')}</dt>
      <dd>${money(localize, order, total(state))}</dd>
    </div>
  </dl>`;
}
