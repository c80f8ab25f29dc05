import type { StorefrontChannel } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { getKind } from '../../channels/index.ts';
import type { Localize } from '../../locales/localize.ts';
import { getChosenChannel, isPayBlocked } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { isInAppBrowser } from './in-app-browser.ts';

/** The browser of an app offers it for no channel. */
export function isPhoneOffered(channel: StorefrontChannel | null | undefined): boolean {
  return channel != null && getKind(channel).offersPhone(channel) && !isInAppBrowser();
}

/** Only the style sheet hides it from phones, so that the server renders the same list for every device. */
export function renderPhoneButton(
  localize: Localize,
  onClick: () => void,
  isDisabled = false,
): TemplateResult {
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
export function renderPayOnPhoneButton({
  state,
  localize,
  actions,
}: CheckoutView): TemplateResult | typeof nothing {
  if (state.session?.mode === 'hosted' || !isPhoneOffered(getChosenChannel(state))) return nothing;
  const isDisabled = state.phase.name !== 'choosing' || isPayBlocked(state);
  return renderPhoneButton(localize, actions.payOnPhone, isDisabled);
}
