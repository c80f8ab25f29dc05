import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { currentChoice, currentKind } from '../kinds/index.ts';
import { total } from '../state.ts';
import { icon } from './icon.ts';
import { money } from './money.ts';
import { notSentNotice, offlineNotice } from './notice.ts';
import type { View } from './view.ts';

/** From the sum to the button: what is paid, the press, and what comes next. */
export function pay(view: View): TemplateResult {
  const { start, state, say, later } = view;
  return html`${breakdown(view)}
    <slot name="before-pay"></slot>
    ${start ? start.answerNotice(view) : state.notice && notSentNotice(say)}
    <div class="pay-area">${start?.onward(view) ?? button(view)}${note(view)}</div>
    ${offlineNotice(view)}${later?.hints(view)}`;
}

function breakdown({ state, say }: View): TemplateResult | typeof nothing {
  const order = state.session?.order;
  const { channel } = currentChoice(state);
  if (!order || !channel || channel.fee === 0 || state.session?.mode === 'hosted') return nothing;
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

function button(view: View): TemplateResult {
  const { state } = view;
  const isBusy = state.phase.name !== 'choosing';
  const isIdle = state.isOffline || state.notice?.kind === 'rate';
  return html`<button
    type="submit"
    id="pay"
    class="pay ${isIdle && !isBusy ? 'idle' : ''}"
    part="pay-button"
    aria-disabled=${ifDefined(isBusy || isIdle ? 'true' : undefined)}
  >
    ${isBusy ? html`<span class="spinner" part="spinner"></span>` : icon('lock')}<span
      >${label(view, isBusy)}</span
    >
  </button>`;
}

function label({ state, say }: View, isBusy: boolean): unknown {
  const order = state.session?.order;
  if (isBusy) return say.text(currentKind(state)?.busy ?? 'busy');
  if (!order || state.session?.mode === 'hosted') return say.text('pay.hosted');
  return say.rich('pay', { amount: say.money({ ...order, amount: total(state) }) });
}

function note(view: View): TemplateResult {
  return html`<p class="pay-note" part="pay-note">${noteText(view)}</p>`;
}

function noteText({ state, say }: View): unknown {
  const { phase } = state;
  if (state.isOffline) return nothing;
  if (phase.name === 'submitting' && phase.isSlow) return say.text('busy.slow');
  if (state.session?.mode === 'hosted') return say.text('pay.hosted.note');
  const bank = currentKind(state)?.payee(currentChoice(state));
  return bank ? say.rich('pay.next', { bank }) : nothing;
}
