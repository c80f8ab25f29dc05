import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { breakdown } from '../channels/index.ts';
import { chosenChannel, isPayBlocked, total } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { icon } from '../ui/icon.ts';
import { isInAppBrowser } from './in-app-browser.ts';
import { inAppBrowserModule } from './lazy.ts';
import { note } from './note.ts';
import { offlineNotice, startNotice } from './notices.ts';
import { payOnPhoneButton } from './phone-button.ts';
import { timeNotice } from './time-left.ts';

/** Renders everything below the list: the total, the notices, Pay, and the text about the next step. */
export function payArea(view: CheckoutView): TemplateResult {
  return html`${breakdown(view)}
    <slot name="before-pay"></slot>
    ${startNotice(view)}
    <div class="pay-area">
      <div class="pay-buttons">${payButton(view)}${payOnPhoneButton(view)}</div>
      <p class="pay-note" part="pay-note">${note(view)}</p>
    </div>
    ${offlineNotice(view)}${timeNotice(view)}${
      (isInAppBrowser() && inAppBrowserModule.value?.inAppBrowserNotice(view)) || nothing
    }`;
}

function payButton(view: CheckoutView): TemplateResult {
  const { state } = view;
  const isBusy = state.phase.name !== 'choosing';
  const isBlocked = isPayBlocked(state);
  return html`<button
    type="submit"
    id="pay"
    class="primary ${isBlocked && !isBusy ? 'blocked' : ''}"
    part="pay-button"
    aria-disabled=${ifDefined(isBusy || isBlocked ? 'true' : undefined)}
  >
    ${isBusy ? html`<span class="spinner" part="spinner"></span>` : icon('lock')}<span
      >${payLabel(view, isBusy)}</span
    >
  </button>`;
}

function payLabel({ state, localize }: CheckoutView, isBusy: boolean): unknown {
  const { session } = state;
  if (isBusy) return localize.text(chosenChannel(state)?.kind === 'card' ? 'busy.card' : 'busy');
  return session === null || session.mode === 'hosted'
    ? localize.text('pay.hosted')
    : localize.rich('pay', { amount: localize.money({ ...session.order, amount: total(state) }) });
}
