import type { Localize } from './controllers/localize.ts';
import type { Announcement } from './first-announcement.ts';
import { chosenChannel, total, type CheckoutState } from './state.ts';

/**
 * What is to be heard of a change beside what the list says by itself; null when nothing is, or when the focus moves to words
 * that say it.
 */
export function announcement(
  before: CheckoutState,
  after: CheckoutState,
  say: Localize,
): Announcement | null {
  if (after.focus !== null && after.focus !== before.focus) return null;
  return (
    ofConnection(before, after, say) ??
    ofPhase(before, after, say) ??
    ofNotice(before, after, say) ??
    ofChoice(before, after, say)
  );
}

function ofConnection(before: CheckoutState, after: CheckoutState, say: Localize): Announcement | null {
  if (before.isOffline || !after.isOffline) return null;
  return { text: `${say.text('x.offline')}. ${say.text('x.offline.text')}`, how: 'status' };
}

function ofPhase(before: CheckoutState, after: CheckoutState, say: Localize): Announcement | null {
  const { phase } = after;
  if (phase === before.phase) return null;
  if (phase.name === 'unsure') return { text: say.text('x.unsure'), how: 'alert' };
  if (phase.name !== 'submitting') return null;
  const busy = chosenChannel(after)?.kind === 'card' ? 'busy.card' : 'busy';
  return { text: say.text(phase.isSlow ? 'busy.slow' : busy), how: 'status' };
}

function ofNotice(
  { notice: before }: CheckoutState,
  { notice }: CheckoutState,
  say: Localize,
): Announcement | null {
  if (notice === before) return null;
  if (notice?.kind === 'duplicate') return { text: say.text('x.dup'), how: 'alert' };
  if (notice?.kind === 'checking') return { text: say.text('x.checking'), how: 'alert' };
  if (notice?.kind === 'busy') return { text: say.text('x.busy'), how: 'alert' };
  if (notice?.kind === 'rate')
    return { text: say.text('x.rate', { n: Math.ceil(notice.waitMs / 60_000) }), how: 'alert' };
  if (notice?.kind === 'bank-gone')
    return { text: say.text('bank.gone', { bank: notice.bank }), how: 'alert' };
  return null;
}

function ofChoice(before: CheckoutState, after: CheckoutState, say: Localize): Announcement | null {
  const { channelId, session } = after;
  const list = channelId === null ? undefined : after.banks[channelId];
  const listBefore = channelId === null ? undefined : before.banks[channelId];
  if (after.cardForm === 'failed' && before.cardForm !== 'failed')
    return { text: say.text('card.fail'), how: 'alert' };
  if (list !== listBefore && list?.status === 'failed') return { text: say.text('bank.fail'), how: 'alert' };
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
