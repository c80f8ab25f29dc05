import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { getCurrentChoice, getCurrentKind, renderBreakdown } from '../../channels/index.ts';
import { isPayBlocked, getChosenChannel, getTotal } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderIcon } from '../../ui/icon.ts';
import { isInAppBrowser } from './in-app-browser.ts';
import { inAppBrowserModule } from '../lazy.ts';
import { renderNote } from './note.ts';
import { renderStartNotice } from './notices.ts';
import { renderPayOnPhoneButton } from './phone-button.ts';
import { renderTerms } from './terms.ts';
import { renderTimeNotice } from './time-left.ts';

/** Renders everything below the list: the total, the notices, Pay, and the text about the next step. */
export function renderPayArea(view: CheckoutView): TemplateResult {
  return html`${renderBreakdown(view)}
    <slot name="before-pay"></slot>
    ${renderStartNotice(view)}
    <div class="pay-area">
      <div class="pay-buttons">${renderPayButton(view)}${renderPayOnPhoneButton(view)}</div>
      <p class="pay-note" part="pay-note">${renderNote(view)}</p>
      ${renderTerms(view.localize, getChosenChannel(view.state))}
    </div>
    ${renderTimeNotice(view)}${
      (isInAppBrowser() && inAppBrowserModule.value?.renderInAppBrowserNotice(view)) || nothing
    }`;
}

function renderPayButton(view: CheckoutView): TemplateResult {
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
    ${isBusy ? html`<span class="spinner" part="spinner"></span>` : renderIcon('lock')}<span
      >${renderPayLabel(view, isBusy)}</span
    >
  </button>`;
}

/** The text of Pay: the sum, and the bank, wallet or gateway to which the browser is redirected, if it is known. */
function renderPayLabel({ state, localize }: CheckoutView, isBusy: boolean): unknown {
  const { session } = state;
  const kind = getCurrentKind(state);
  if (isBusy) return localize.text(kind?.busyText ?? 'busy');
  if (session === null || session.mode === 'hosted') {
    const gateway = session?.order.gateway;
    return gateway ? localize.rich('redirect.link', { bank: gateway }) : localize.text('pay.hosted');
  }
  const amount = { ...session.order, amount: getTotal(state) };
  const bank = kind?.getBankOrWallet(getCurrentChoice(state));
  return bank ? localize.rich('pay.at', { amount, bank }) : localize.rich('pay', { amount });
}
