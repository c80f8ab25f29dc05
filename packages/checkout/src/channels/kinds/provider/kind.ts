import type { Announcement } from '../../../element/announcer.ts';
import type { Localize } from '../../../locales/localize.ts';
import type { CheckoutState } from '../../../state/checkout-state.ts';
import { kindWithoutInput, type ChannelKind } from '../kind.ts';
import { bankModule } from './lazy.ts';
import { renderBankPanel } from './panel.ts';
import { rememberBank } from './recent-bank.ts';

/** A channel with many banks. */
export const provider: ChannelKind = {
  ...kindWithoutInput,
  findMissing: ({ bank }) => (bank?.status === 'available' ? null : 'bank'),
  createRequestFields: ({ channel, bank }) => ({ channelId: channel?.id, bankId: bank?.id }),
  getBankOrWallet: ({ bank }) => bank?.displayName ?? null,
  load: ({ banks }, channelId, mode) => banks.load(channelId, mode),
  prefetch: ({ banks }, channelId) => banks.prefetch(channelId),
  prefetchPanel: () => bankModule.prefetch(),
  remember: rememberBank,
  isLoading: (state) => getChosenList(state)?.status === 'loading',
  announce,
  renderPanel: renderBankPanel,
};

function announce(before: CheckoutState, after: CheckoutState, localize: Localize): Announcement | null {
  const list = getChosenList(after);
  if (list?.status === 'failed' && list !== getChosenList({ ...before, channelId: after.channelId }))
    return { text: localize.text('bank.load-failed'), role: 'alert' };
  return bankModule.value?.announceBanks(before, after, localize) ?? null;
}

function getChosenList({ banks, channelId }: CheckoutState): CheckoutState['banks'][number] | undefined {
  return channelId === null ? undefined : banks[channelId];
}
