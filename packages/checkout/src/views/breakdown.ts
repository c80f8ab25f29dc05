import { html, nothing, type TemplateResult } from 'lit/html.js';
import { chosenChannel, total } from '../state.ts';
import { money } from './money.ts';
import type { View } from './view.ts';

/** What makes up the sum, where the channel costs something. */
export function breakdown({ state, say }: View): TemplateResult | typeof nothing {
  const { session } = state;
  const channel = chosenChannel(state);
  if (session === null || channel === null || channel.fee === 0 || session.mode === 'hosted') return nothing;
  const { order } = session;
  return html`<dl class="breakdown" part="breakdown">
    <div part="breakdown-row">
      <dt>${say.text('sum.order')}</dt>
      <dd>${money(say, order)}</dd>
    </div>
    <div part="breakdown-row">
      <dt>${say.rich('sum.fee', { channel: channel.name })}</dt>
      <dd>${money(say, order, channel.fee)}</dd>
    </div>
    <div class="total" part="breakdown-row total">
      <dt>${say.text('sum.total')}</dt>
      <dd>${money(say, order, total(state))}</dd>
    </div>
  </dl>`;
}
