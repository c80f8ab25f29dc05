import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { chosenChannel, isPayBlocked } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { isInAppBrowser } from './in-app-browser.ts';

const desktopQuery = '(hover: hover) and (pointer: fine) and (min-width: 720px)';

/**
 * Whether the element offers to open a payment of this channel on a phone. It does not for cards, because the
 * shopper enters a card on this device, and not for QR channels, because their page has its own QR code. The
 * result is false on the server, which has no `matchMedia`: a page without scripts has no button.
 */
export function isPhoneOffered(channel: StorefrontChannel | null | undefined): boolean {
  if (!channel || channel.kind === 'card' || ['card', 'qr'].includes(channel.hint ?? '')) return false;
  return globalThis.matchMedia?.(desktopQuery).matches && !isInAppBrowser();
}

/** The button beside Pay that starts the payment and shows its QR code. */
export function phoneButton({ state, localize, actions }: CheckoutView): TemplateResult | typeof nothing {
  if (state.session?.mode === 'hosted' || !isPhoneOffered(chosenChannel(state))) return nothing;
  const isDisabled = state.phase.name !== 'choosing' || isPayBlocked(state);
  return html`<button
    type="button"
    class="secondary phone"
    part="button-secondary"
    aria-disabled=${ifDefined(isDisabled ? 'true' : undefined)}
    @click=${actions.payOnPhone}
  >
    ${localize.text('phone')}
  </button>`;
}
