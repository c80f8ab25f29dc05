import type { StorefrontChannel } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit';
import type { CheckoutView } from '../../../state/view.ts';
import { renderPanelLoadFailed } from '../../../ui/load-failed.ts';
import { renderPlaceholder } from '../../../ui/placeholder.ts';
import { kindWithoutInput, type ChannelKind } from '../kind.ts';
import { renderBrandMarks } from './brands/list-marks.ts';
import { getSubtleCrypto } from './encryption/subtle-crypto.ts';
import { brandMarksModule } from './lazy.ts';

/** If the browser cannot encrypt the card, the shopper enters it on the gateway's page. */
export const card: ChannelKind = {
  ...kindWithoutInput,
  findMissing: (_choice, controllers) => controllers.card.validate(),
  createRequestFields: ({ channel }) => ({
    channelId: channel?.id,
    ...(getSubtleCrypto() === undefined && { cardAt: 'gateway' as const }),
  }),
  // The shopper approves a card payment at the bank of the card, whose name is not known.
  getBankOrWallet: () => null,
  // The shopper enters the card on this device, and it is sent only once.
  offersPhone: () => false,
  lostStart: 'start',
  busyText: 'busy.card',
  load: (controllers) => void controllers.card.load(),
  prefetchForList: ({ card: terms }, onLoad) => {
    if (terms?.marks) brandMarksModule.prefetch(onLoad);
  },
  announce: (before, after, localize) =>
    after.cardForm === 'failed' && before.cardForm !== 'failed'
      ? { text: localize.text(navigator.onLine ? 'card.load-failed' : 'error.offline'), role: 'alert' }
      : null,
  renderPanel: (view, channel) => view.renderCardForm?.(channel) ?? renderCardPlaceholder(view, channel),
  renderDetails: renderBrandMarks,
};

/** The panel of a card channel until its form is loaded. Its height is about the height of the form. */
function renderCardPlaceholder(
  { localize, state, actions }: CheckoutView,
  { name, card: terms }: StorefrontChannel,
): TemplateResult {
  const rows = terms?.savedCards.length ? 3 : 4;
  return html`<div class="panel" part="panel" role="group" aria-label=${name}>
    ${
      state.cardForm === 'failed'
        ? renderPanelLoadFailed(
            localize.text(navigator.onLine ? 'card.load-failed' : 'error.offline'),
            localize.text('retry'),
            actions.reloadPanel,
          )
        : html`<div aria-hidden="true">
            ${Array.from({ length: rows }, () => html`${renderPlaceholder('label')}${renderPlaceholder('search')}`)}
          </div>`
    }
  </div>`;
}
