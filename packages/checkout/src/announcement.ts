import { searchBanks } from './bank-search.ts';
import type { Localize } from './controllers/localize.ts';
import { banksShown, chosenChannel, total, type CheckoutState } from './state.ts';

/** A sentence for those who hear the page, and how urgent it is. */
export interface Announcement {
  readonly text: string;
  readonly how: 'status' | 'alert';
  readonly delayMs?: number;
}

/**
 * What is to be heard of a change; null when nothing is, or when the focus moves to words that say it.
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
    ofTime(before, after, say) ??
    ofChoice(before, after, say)
  );
}

function ofConnection(before: CheckoutState, after: CheckoutState, say: Localize): Announcement | null {
  if (before.isOffline || !after.isOffline) return null;
  return { text: `${say.text('x.offline')}. ${say.text('x.offline.text')}`, how: 'status' };
}

function ofPhase(
  { phase: before }: CheckoutState,
  { phase, session }: CheckoutState,
  say: Localize,
): Announcement | null {
  if (phase === before) return null;
  switch (phase.name) {
    case 'loading':
      return phase.isSlow ? { text: say.text('loading'), how: 'status' } : null;
    case 'submitting':
      return { text: say.text(phase.isSlow ? 'busy.slow' : 'busy'), how: 'status' };
    case 'unsure':
      return { text: say.text('x.unsure'), how: 'alert' };
    case 'failed': {
      const merchant = session?.order.merchant ?? say.text('this.shop');
      if (phase.cause === 'empty') return { text: say.text('x.empty'), how: 'status' };
      if (phase.cause === 'expired') return { text: say.text('exp'), how: 'alert' };
      return { text: say.text(`x.${phase.cause}`, { merchant }), how: 'alert' };
    }
    case 'choosing':
    case 'leaving':
    case 'interrupted':
    case 'result':
      return null;
  }
}

/** Twice: when five minutes are left, and when one is. */
function ofTime(
  before: CheckoutState,
  { secondsLeft, phase }: CheckoutState,
  say: Localize,
): Announcement | null {
  if (secondsLeft === null || secondsLeft === 0 || phase.name === 'failed') return null;
  const was = before.secondsLeft ?? Infinity;
  const text = say.text('time.min', { n: Math.ceil(secondsLeft / 60) });
  if (secondsLeft <= 60 && was > 60) return { text: `${text} ${say.text('time.keep')}`, how: 'alert' };
  return was === Infinity ? { text, how: 'status' } : null;
}

function ofNotice(
  { notice: before }: CheckoutState,
  { notice }: CheckoutState,
  say: Localize,
): Announcement | null {
  if (notice === before) return null;
  switch (notice?.kind) {
    case 'start':
      return { text: say.text('x.start'), how: 'alert' };
    case 'duplicate':
      return { text: say.text('x.dup'), how: 'alert' };
    case 'rate':
      return { text: say.text('x.rate', { n: Math.ceil(notice.waitMs / 60_000) }), how: 'alert' };
    case 'bank-gone':
      return { text: say.text('bank.gone', { bank: notice.bank }), how: 'alert' };
    case 'total':
    case undefined:
      return null;
  }
}

function ofChoice(before: CheckoutState, after: CheckoutState, say: Localize): Announcement | null {
  const { channelId, session, query } = after;
  const list = channelId === null ? undefined : after.banks[channelId];
  const listBefore = channelId === null ? undefined : before.banks[channelId];
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
