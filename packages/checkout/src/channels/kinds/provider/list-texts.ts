import type { TextId } from '../../../locales/en.ts';
import type { CheckoutState } from '../../../state/checkout-state.ts';

/** The texts of a list of banks that name what it holds. */
type ListText = 'choose' | 'search' | 'all' | 'count' | 'none' | 'required' | 'load-failed';

/** Returns the id of a text for the list of the chosen channel, which holds banks, or banks and wallets. */
export function getListTextId(
  { session, channelId }: Pick<CheckoutState, 'session' | 'channelId'>,
  name: ListText,
): TextId {
  // With an import of the state, the bundler would move Lit out of the entry, which costs a round trip.
  const channel = session?.channels.find(({ id }) => id === channelId);
  return `${channel?.hint === 'bank-or-wallet' ? 'mixed' : 'bank'}.${name}`;
}
