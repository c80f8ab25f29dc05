import { searchBanks } from './bank-search.ts';
import type { Localize } from './controllers/localize.ts';
import type { Announcement } from './first-announcement.ts';
import { banksShown, chosenChannel, total, type CheckoutState } from './state.ts';

/** What is to be heard of a change to the list or Pay; null when nothing is, or when the focus moves to words that say it. */
export function announcement(
  before: CheckoutState,
  after: CheckoutState,
  say: Localize,
): Announcement | null {
  if (after.focus !== null && after.focus !== before.focus) return null;
  return ofPhase(before, after, say) ?? ofNotice(before, after, say) ?? ofChoice(before, after, say);
}

function ofPhase(
  { phase: before }: CheckoutState,
  { phase }: CheckoutState,
  say: Localize,
): Announcement | null {
  if (phase === before) return null;
  switch (phase.name) {
    case 'loading':
      return null;
    case 'submitting':
      return phase.isSlow ? { text: say.text('busy.slow'), how: 'status' } : null;
    case 'unsure':
      return { text: say.text('x.unsure'), how: 'alert' };
    case 'failed':
      return null;
    case 'choosing':
    case 'leaving':
    case 'interrupted':
    case 'result':
      return null;
  }
}

function ofNotice(
  { notice: before }: CheckoutState,
  { notice }: CheckoutState,
  say: Localize,
): Announcement | null {
  if (notice === before) return null;
  switch (notice?.kind) {
    case 'duplicate':
      return { text: say.text('x.dup'), how: 'alert' };
    case 'rate':
      return { text: say.text('x.rate', { n: Math.ceil(notice.waitMs / 60_000) }), how: 'alert' };
    case 'bank-gone':
      return { text: say.text('bank.gone', { bank: notice.bank }), how: 'alert' };
    case 'start':
    case 'total':
    case undefined:
      return null;
  }
}

function ofChoice(before: CheckoutState, after: CheckoutState, say: Localize): Announcement | null {
  const { channelId, session, query } = after;
  const list = channelId === null ? undefined : after.banks[channelId];
  const listBefore = channelId === null ? undefined : before.banks[channelId];
  if (after.cardForm === 'failed' && before.cardForm !== 'failed')
    return { text: say.text('card.fail'), how: 'alert' };
  if (list !== listBefore && list?.status === 'failed') return { text: say.text('bank.fail'), how: 'alert' };
  if (
    list?.status === 'ready' &&
    (listBefore?.status !== 'ready' || query !== before.query || after.category !== before.category)
  ) {
    const n = searchBanks(banksShown(list, after.category), query).length;
    const isTyping = query !== before.query;
    return { text: say.text('bank.count', { n }), how: 'status', delayMs: isTyping ? 500 : 100 };
  }
  if (session === null) return null;
  const hasNewFee = channelId !== before.channelId && (chosenChannel(after)?.fee ?? 0) > 0;
  // The cart has changed: said, since nobody pressed anything here.
  const wasAmount = before.phase.name === 'choosing' ? before.session?.order.amount : undefined;
  const hasNewAmount = wasAmount !== undefined && wasAmount !== session.order.amount;
  if (!hasNewFee && !hasNewAmount) return null;
  return {
    text: `${say.text('sum.total')} ${say.money({ ...session.order, amount: total(after) })}`,
    how: 'status',
  };
}
