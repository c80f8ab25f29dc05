import type { Announcement } from '../../../element/announcer.ts';
import type { Localize } from '../../../locales/localize.ts';
import type { CheckoutState } from '../../../state/checkout-state.ts';
import { getBanksInCategory } from './bank-list.ts';
import { getListTextId } from './list-texts.ts';
import { searchBanks } from './search/search.ts';

/** The announcement waits for this time, so that it is not repeated for every letter. */
const typingDelayMs = 500;

/** Announces the number of banks when the list is loaded, and when the search or the category changes. */
export function announceBanks(
  before: CheckoutState,
  after: CheckoutState,
  localize: Localize,
): Announcement | null {
  const { channelId, query, category } = after;
  const list = channelId === null ? undefined : after.banks[channelId];
  const listBefore = channelId === null ? undefined : before.banks[channelId];
  const isTyping = query !== before.query;
  if (list?.status !== 'ready') return null;
  if (listBefore?.status === 'ready' && !isTyping && category === before.category) return null;
  // The text is a function, so that it is created after the banks are rendered. The creation of the first
  // Intl.PluralRules of a page is slow.
  const text = (): string =>
    localize.text(getListTextId(after, 'count'), {
      n: searchBanks(getBanksInCategory(list, category), query).length,
    });
  return { text, role: 'status', ...(isTyping && { delayMs: typingDelayMs }) };
}
