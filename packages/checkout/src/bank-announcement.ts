import { banksShown } from './bank-list.ts';
import { searchBanks } from './bank-search.ts';
import type { Localize } from './controllers/localize.ts';
import type { Announcement } from './first-announcement.ts';
import type { CheckoutState } from './state.ts';

/** What is to be heard of a change to the banks: how many there are now. */
export function bankAnnouncement(
  before: CheckoutState,
  after: CheckoutState,
  say: Localize,
): Announcement | null {
  const { channelId, query, category } = after;
  const list = channelId === null ? undefined : after.banks[channelId];
  const listBefore = channelId === null ? undefined : before.banks[channelId];
  const isTyping = query !== before.query;
  if (list?.status !== 'ready') return null;
  if (listBefore?.status === 'ready' && !isTyping && category === before.category) return null;
  // Not before the banks are on screen: the first plural of a language takes a browser a while.
  const text = (): string =>
    say.text('bank.count', { n: searchBanks(banksShown(list, category), query).length });
  return { text, how: 'status', delayMs: isTyping ? 500 : 100 };
}
