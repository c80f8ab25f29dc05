import { getCurrentKind } from '../channels/index.ts';
import type { Announcement } from '../element/announcer.ts';
import type { TextId } from '../locales/en.ts';
import type { Localize } from '../locales/localize.ts';
import { getLostText, getNoticeTexts } from '../pay/index.ts';
import { resultModule } from '../result/index.ts';
import {
  getChosenChannel,
  getTotal,
  type CheckoutState,
  type FailureCause,
} from '../state/checkout-state.ts';

type Announce = (before: CheckoutState, after: CheckoutState, localize: Localize) => Announcement | null;

/** Returns null if a change needs no announcement, or if the focus moves to an element with the same text. */
export const getAnnouncement: Announce = (before, after, localize) => {
  if (after.focus !== null && after.focus !== before.focus) return null;
  for (const announce of [
    announcePhase,
    announceNotice,
    announceTotal,
    announcePanel,
    announceFailure,
    announceTimeLeft,
  ]) {
    const announcement = announce(before, after, localize);
    if (announcement !== null) return announcement;
  }
  return null;
};

const announcePhase: Announce = (before, after, localize) => {
  const { phase } = after;
  if (phase === before.phase) return null;
  if (phase.name === 'loading' && phase.isSlow) return { text: localize.text('loading'), role: 'status' };
  if (phase.name === 'verifying') return { text: localize.text(getLostText(phase)), role: 'alert' };
  if (phase.name === 'phone') return resultModule.value?.announcePhone(before.phase, phase, localize) ?? null;
  if (phase.name !== 'submitting') return null;
  const busyText = getCurrentKind(after)?.busyText ?? 'busy';
  return { text: localize.text(phase.isSlow ? 'busy.slow' : busyText), role: 'status' };
};

const announceNotice: Announce = ({ notice: before }, after, localize) => {
  const { notice } = after;
  if (notice === before || notice === null || notice.kind === 'total') return null;
  if (notice.kind === 'offline') {
    const sentence = localize.text('error.offline.text');
    // The title has no full stop. The one of the language is at the end of the sentence.
    const separator = sentence.endsWith('。') ? '。' : '. ';
    return { text: localize.text('error.offline') + separator + sentence, role: 'alert' };
  }
  const texts = getNoticeTexts(after, notice, localize);
  return { text: texts.map(({ id, values }) => localize.text(id, values)).join(' '), role: 'alert' };
};

/** Announces the new total after the choice of a channel with a fee, and after a change of the amount. */
const announceTotal: Announce = (before, after, localize) => {
  const { channelId, session } = after;
  if (session === null) return null;
  const hasNewFee = channelId !== before.channelId && (getChosenChannel(after)?.fee ?? 0) > 0;
  // The amount changes while the list is shown if the shop has changed the order.
  const amountBefore = before.phase.name === 'choosing' ? before.session?.order.amount : undefined;
  const hasNewAmount = amountBefore !== undefined && amountBefore !== session.order.amount;
  if (!hasNewFee && !hasNewAmount) return null;
  const amount = localize.money({ ...session.order, amount: getTotal(after) });
  return { text: `${localize.text('sum.total')} ${amount}`, role: 'status' };
};

const announcePanel: Announce = (before, after, localize) =>
  getCurrentKind(after)?.announce?.(before, after, localize) ?? null;

/** The focus moves to the titles of the other causes. */
const failureTitles: Readonly<Partial<Record<FailureCause, TextId>>> = {
  load: 'error.load',
  empty: 'error.empty',
  expired: 'expired',
  config: 'error.config',
  'unknown-order': 'error.no-order',
};

const announceFailure: Announce = ({ phase: before }, { phase, session }, localize) => {
  if (phase === before || phase.name !== 'failed') return null;
  const merchant = session?.order.merchant ?? localize.text('this.shop');
  const id = failureTitles[phase.cause];
  if (id === undefined) return null;
  const text = localize.text(id, { merchant });
  return { text, role: phase.cause === 'empty' ? 'status' : 'alert' };
};

/** The seconds that pass between two updates of the countdown, if the page is slow. A larger change is a new deadline. */
const maxStepSeconds = 5;

/** Announces the time when the timer appears, when it shows another deadline, and once in the last minute. */
const announceTimeLeft: Announce = (before, { secondsLeft, phase }, localize) => {
  if (secondsLeft === null || secondsLeft === 0 || phase.name === 'failed') return null;
  const secondsBefore = before.secondsLeft ?? Infinity;
  const text = localize.text('time.minutes', { n: Math.max(1, Math.floor(secondsLeft / 60)) });
  if (secondsLeft <= 60 && secondsBefore > 60)
    return { text: `${text} ${localize.text('time.text')}`, role: 'alert' };
  return Math.abs(secondsBefore - secondsLeft) > maxStepSeconds ? { text, role: 'status' } : null;
};
