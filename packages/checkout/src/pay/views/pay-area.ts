import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { toSafeUrl } from '../../api/safe-url.ts';
import { getCurrentChoice, getCurrentKind, renderBreakdown } from '../../channels/index.ts';
import type { Localize } from '../../locales/localize.ts';
import { isPayBlocked, getChosenChannel, getTotal } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderIcon } from '../../ui/icon.ts';
import { inAppBrowserModule } from '../lazy.ts';
import { isInAppBrowser } from './in-app-browser.ts';
import { renderStartNotice } from './notices.ts';
import { renderPayOnPhoneButton } from './phone-button.ts';
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
  if (session === null) return nothing;
  const amount = { ...session.order, amount: getTotal(state) };
  const bank =
    session.mode === 'hosted' ? session.order.gateway : kind?.getBankOrWallet(getCurrentChoice(state));
  return bank ? localize.rich('pay.at', { amount, bank }) : localize.rich('pay', { amount });
}

/** The text below Pay. It explains the next step. */
function renderNote({ state, localize }: CheckoutView): unknown {
  const { phase } = state;
  if (phase.name === 'submitting' && phase.isSlow) return localize.text('busy.slow');
  return state.session?.mode === 'hosted' ? localize.text('pay.hosted.note') : nothing;
}

/** The sentence with a link to the terms of a channel. Renders nothing for a channel without terms. */
export function renderTerms(
  localize: Localize,
  channel: Pick<StorefrontChannel, 'terms'> | null,
): TemplateResult | typeof nothing {
  const { terms = {} } = channel ?? {};
  const language = [
    localize.language,
    localize.language.split('-')[0] ?? '',
    'en',
    Object.keys(terms)[0] ?? '',
  ].find((tag) => Object.keys(terms).includes(tag));
  const found = language === undefined ? undefined : terms[language];
  const href = toSafeUrl(found?.href ?? null);
  if (language === undefined || found === undefined || href === null) return nothing;
  // The words in square brackets are the link.
  const [, before = '', words = found.text, after = ''] = /^([^[]*)\[([^\]]+)\](.*)$/.exec(found.text) ?? [];
  return html`<p class="pay-note" part="terms" lang=${language}>
    ${before}<a href=${href} target="_blank" rel="noopener" part="terms-link">${words}</a>${after}
  </p>`;
}
