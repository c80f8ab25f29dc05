import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Localize } from '../locales/localize.ts';
import { chosenChannel, isPayBlocked } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { isInAppBrowser } from './in-app-browser.ts';

/**
 * Whether the element offers to open a payment of this channel on a phone. It does not for cards, because the
 * shopper enters a card on this device, and not for QR channels, because their page has its own QR code.
 */
export function isPhoneOffered(channel: StorefrontChannel | null | undefined): boolean {
  if (!channel || channel.kind === 'card' || ['card', 'qr'].includes(channel.hint ?? '')) return false;
  return !isInAppBrowser();
}

/**
 * The button that shows the QR code of a payment. The style sheet shows it on desktops only, so that the
 * server renders the same list for every device.
 */
export function phoneButton(localize: Localize, onClick: () => void, isDisabled = false): TemplateResult {
  return html`<button
    type="button"
    class="secondary phone"
    part="button-secondary"
    aria-disabled=${ifDefined(isDisabled ? 'true' : undefined)}
    @click=${onClick}
  >
    ${localize.text('phone')}
  </button>`;
}

/** The button beside Pay that starts the payment and shows its QR code. */
export function payOnPhoneButton({
  state,
  localize,
  actions,
}: CheckoutView): TemplateResult | typeof nothing {
  if (state.session?.mode === 'hosted' || !isPhoneOffered(chosenChannel(state))) return nothing;
  const isDisabled = state.phase.name !== 'choosing' || isPayBlocked(state);
  return phoneButton(localize, actions.payOnPhone, isDisabled);
}
