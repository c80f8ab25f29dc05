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
import { timeNotice } from './time-left.ts';

/** Everything below the list: the total, notices, Pay, and what happens next. */
export function payArea(view: CheckoutView): TemplateResult {
  return html`${breakdown(view)}
    <slot name="before-pay"></slot>
    ${startNotice(view)}
    <div class="pay-area">
      <div class="pay-buttons">${payButton(view)}${phoneButton(view)}</div>
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
      >${label(view, isBusy)}</span
    >
  </button>`;
}

/** A phone with a camera is near a device with a mouse and a wide screen. The server has no `matchMedia`: the button needs a script. */
function isDesktop(): boolean {
  const query = '(hover: hover) and (pointer: fine) and (min-width: 720px)';
  return globalThis.matchMedia?.(query).matches && !isInAppBrowser();
}

/** Shows a QR code of the payment. A card is entered in this page. In hosted mode the channel is not known before the redirect. */
function phoneButton({ state, localize, actions }: CheckoutView): TemplateResult | typeof nothing {
  const kind = chosenChannel(state)?.kind ?? 'card';
  if (kind === 'card' || state.session?.mode === 'hosted' || !isDesktop()) return nothing;
  return html`<button
    type="button"
    class="secondary phone"
    part="button-secondary"
    aria-disabled=${ifDefined(state.phase.name !== 'choosing' || isPayBlocked(state) ? 'true' : undefined)}
    @click=${actions.payOnPhone}
  >
    ${localize.text('phone')}
  </button>`;
}

function label({ state, localize }: CheckoutView, isBusy: boolean): unknown {
  const { session } = state;
  if (isBusy) return localize.text(chosenChannel(state)?.kind === 'card' ? 'busy.card' : 'busy');
  return session === null || session.mode === 'hosted'
    ? localize.text('pay.hosted')
    : localize.rich('pay', { amount: localize.money({ ...session.order, amount: total(state) }) });
}
