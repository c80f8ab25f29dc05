import type { Localize } from './controllers/localize.ts';
import type { Announcement } from './first-announcement.ts';
import type { CheckoutState } from './state.ts';

/** What is to be heard of a change beyond the list and Pay: a failure that came unasked, and the time. */
export function laterAnnouncement(
  before: CheckoutState,
  after: CheckoutState,
  say: Localize,
): Announcement | null {
  if (after.focus !== null && after.focus !== before.focus) return null;
  return ofFailure(before, after, say) ?? ofTime(before, after, say);
}

function ofFailure(
  { phase: before }: CheckoutState,
  { phase, session }: CheckoutState,
  say: Localize,
): Announcement | null {
  if (phase === before || phase.name !== 'failed' || phase.cause === 'load') return null;
  const merchant = session?.order.merchant ?? say.text('this.shop');
  if (phase.cause === 'empty') return { text: say.text('x.empty'), how: 'status' };
  if (phase.cause === 'expired') return { text: say.text('exp'), how: 'alert' };
  return { text: say.text(`x.${phase.cause}`, { merchant }), how: 'alert' };
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
