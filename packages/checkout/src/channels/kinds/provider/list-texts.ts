import type { TextId } from '../../../locales/en.ts';
import { getChosenChannel, type CheckoutState } from '../../../state/checkout-state.ts';

/** The texts of a list of banks that name what it holds. */
type ListText = 'choose' | 'search' | 'all' | 'count' | 'none' | 'required' | 'load-failed';

/** Returns the id of a text for the list of the chosen channel, which holds banks, or banks and wallets. */
export function getListTextId(state: Pick<CheckoutState, 'session' | 'channelId'>, name: ListText): TextId {
  return `${getChosenChannel(state)?.hint === 'bank-or-wallet' ? 'mixed' : 'bank'}.${name}`;
}
