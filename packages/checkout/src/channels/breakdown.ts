import { html, nothing, type TemplateResult, css, type CSSResult } from 'lit';
import { getChosenBank, getChosenChannel, getTotal } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { renderMoney } from '../ui/money.ts';
import { getChannelName, renderPlanName } from './channel-name.ts';

/** The amount of the order, the fee, the total, and what a plan costs. Nothing without fee and plan, and in hosted mode. */
export function renderBreakdown({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  const { session } = state;
  const channel = getChosenChannel(state);
  if (session === null || channel === null || session.mode === 'hosted') return nothing;
  const plan = getChosenBank(state)?.plan;
  if (channel.fee === 0 && plan === undefined) return nothing;
  const { order } = session;
  return html`<dl class="breakdown" part="breakdown">
    ${
      channel.fee === 0
        ? nothing
        : html`<div part="breakdown-row">
              <dt>${localize.text('sum.order')}</dt>
              <dd>${renderMoney(localize, order)}</dd>
            </div>
            <div part="breakdown-row">
              <dt>${localize.rich('sum.fee', { channel: getChannelName(localize, channel.name) })}</dt>
              <dd>${renderMoney(localize, order, channel.fee)}</dd>
            </div>`
    }
    <div class="total" part="breakdown-row total">
      <dt>${localize.text('sum.total')}</dt>
      <dd>${renderMoney(localize, order, getTotal(state))}</dd>
    </div>
    ${
      plan === undefined
        ? nothing
        : html`<div part="breakdown-row">
            <dt>${renderPlanName(localize, order, plan)}</dt>
            <dd>${renderMoney(localize, order, plan.total)}</dd>
          </div>`
    }
  </dl>`;
}

/** The total has the font size of the element, because 1.0667 × 0.9375 is 1. */
export const breakdownStyles: CSSResult = css`
  .breakdown {
    margin-block-start: calc(5 * var(--_pgw-space));
    padding-block-start: calc(4 * var(--_pgw-space));
    border-block-start: 1px solid var(--_pgw-border);
    color: var(--_pgw-text-muted);
    font-size: 0.9375em;
  }
  .breakdown > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--_pgw-space));
    align-items: center;
    justify-content: space-between;
    padding-block: 2px;
  }
  .breakdown .total {
    margin-block-start: var(--_pgw-space);
    color: var(--_pgw-text);
    font-size: 1.0667em;
    font-weight: 600;
  }
`;
