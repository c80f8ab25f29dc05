import { html, type TemplateResult } from 'lit/html.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { chosenChannel, mustWait, total } from '../state.ts';
import { icon } from './icon.ts';
import { notSentNotice } from './notice.ts';
import type { View } from './view.ts';

/** From the sum to the button: what is paid, the press, and what comes next. */
export function pay(view: View): TemplateResult {
  const { life, state, say } = view;
  return html`${life?.breakdown(view)}
    <slot name="before-pay"></slot>
    ${life ? life.answerNotice(view) : state.notice && notSentNotice(say)}
    <div class="pay-area">
      ${life?.onward(view) ?? button(view)}
      <p class="pay-note" part="pay-note">${life?.note(view)}</p>
    </div>
    ${life?.hints(view)}`;
}

function button(view: View): TemplateResult {
  const { state } = view;
  const isBusy = state.phase.name !== 'choosing';
  const isIdle = mustWait(state);
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
  const { session } = state;
  if (isBusy) return say.text(chosenChannel(state)?.kind === 'card' ? 'busy.card' : 'busy');
  return session === null || session.mode === 'hosted'
    ? say.text('pay.hosted')
    : say.rich('pay', { amount: say.money({ ...session.order, amount: total(state) }) });
}
