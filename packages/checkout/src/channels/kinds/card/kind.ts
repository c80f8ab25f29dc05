import { kindWithoutInput, type ChannelKind } from '../kind.ts';
import { brandMarksModule } from './lazy.ts';
import { renderBrandMarks } from './brands/list-marks.ts';
import { renderCardPlaceholder } from './panel/placeholder.ts';
import { getSubtleCrypto } from './encryption/subtle-crypto.ts';

/**
 * A channel that is paid by card. If the browser cannot encrypt the card, the shopper enters it on the
 * gateway's page.
 */
export const card: ChannelKind = {
  ...kindWithoutInput,
  findMissing: (_choice, controllers) => controllers.card.validate(),
  createRequestFields: ({ channel }) => ({
    channelId: channel?.id,
    ...(getSubtleCrypto() === undefined && { cardAt: 'gateway' as const }),
  }),
  // The shopper approves a card payment at the bank of the card, whose name is not known.
  getBankOrWallet: () => null,
  namesDestination: false,
  // The shopper enters the card on this device, and it is sent only once.
  offersPhone: () => false,
  canBeContinued: false,
  busyText: 'busy.card',
  load: (controllers) => void controllers.card.load(),
  prefetchForList: ({ card: terms }, onLoad) => {
    if (terms?.marks) brandMarksModule.prefetch(onLoad);
  },
  announce: (before, after, localize) =>
    after.cardForm === 'failed' && before.cardForm !== 'failed'
      ? { text: localize.text('card.load-failed'), role: 'alert' }
      : null,
  renderPanel: (view, channel) => view.renderCardForm?.(channel) ?? renderCardPlaceholder(view, channel),
  renderDetails: renderBrandMarks,
};
