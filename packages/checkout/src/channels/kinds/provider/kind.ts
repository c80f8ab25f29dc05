import type { Announcement } from '../../../element/announcer.ts';
import type { CheckoutState } from '../../../state/checkout-state.ts';
import { kindWithoutInput, type ChannelKind, type Choice, type KindControllers } from '../kind.ts';
import type { LoadMode } from './controller.ts';
import { bankModule } from './lazy.ts';
import { getListTextId } from './list-texts.ts';
import { renderBankPanel } from './panel.ts';
import { rememberBank } from './recent-bank.ts';

/** The members of a kind whose panel is a list of the channel's banks. */
export const kindWithBanks = {
  ...kindWithoutInput,
  findMissing: ({ bank }: Choice) => (bank?.status === 'available' ? null : 'bank'),
  createRequestFields: ({ channel, bank }: Choice) => ({ channelId: channel?.id, bankId: bank?.id }),
  load: ({ banks }: KindControllers, channelId: number, mode: LoadMode) => banks.load(channelId, mode),
  prefetch: ({ banks }: KindControllers, channelId: number) => banks.prefetch(channelId),
  prefetchPanel: () => bankModule.prefetch(),
  isLoading: (state: CheckoutState) => getChosenList(state)?.status === 'loading',
} as const satisfies Partial<ChannelKind>;

/** A channel with many banks. */
export const provider: ChannelKind = {
  ...kindWithBanks,
  getBankOrWallet: ({ bank }) => bank?.displayName ?? null,
  remember: rememberBank,
  announce: (before, after, localize) =>
    announceLoadFailure(before, after, localize.text(getListTextId(after, 'load-failed'))) ??
    bankModule.value?.announceBanks(before, after, localize) ??
    null,
  renderPanel: (view, channel) =>
    renderBankPanel(view, channel, {
      label: getListTextId(view.state, 'choose'),
      required: getListTextId(view.state, 'required'),
      loadFailed: getListTextId(view.state, 'load-failed'),
      renderList: (list) => bankModule.value?.renderBankPicker(view, list),
    }),
};

/** Announces that the banks of the chosen channel could not be loaded. */
export function announceLoadFailure(
  before: CheckoutState,
  after: CheckoutState,
  text: string,
): Announcement | null {
  const list = getChosenList(after);
  return list?.status === 'failed' && list !== getChosenList({ ...before, channelId: after.channelId })
    ? { text, role: 'alert' }
    : null;
}

function getChosenList({ banks, channelId }: CheckoutState): CheckoutState['banks'][number] | undefined {
  return channelId === null ? undefined : banks[channelId];
}
