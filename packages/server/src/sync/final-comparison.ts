import { comparisonIntervalMs } from '../model/payments/discrepancy.ts';
import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import { mayHaveRetried } from './hosted-session.ts';
import type { Payment } from '../model/payments/payment.ts';
import { isWithinLast, mayNeedQuery } from '../model/schedule.ts';

/**
 * The right to query the gateway about a payment because of a callback. Without it, `nextQueryAt` is the time of the next
 * comparison.
 */
export type Reservation =
  | { readonly isReserved: true; readonly payment: Payment }
  | { readonly isReserved: false; readonly payment: Payment; readonly nextQueryAt: number };

/**
 * Limits the comparisons of a payment in a final state: callbacks cause at most one in a minute, whatever their number
 * and in any number of processes. A payment without a final state has no limit.
 */
export async function reserveComparison(context: PaymentContext, payment: Payment): Promise<Reservation> {
  const now = context.now();
  if (!isFinal(payment, now)) return { isReserved: true, payment };
  const comparedAt = getComparedAt(payment);
  if (comparedAt !== null && isWithinLast(comparisonIntervalMs, comparedAt, now)) {
    const { nextQueryAt } = payment.schedule;
    const nextComparisonAt = comparedAt + comparisonIntervalMs;
    return {
      isReserved: false,
      payment,
      nextQueryAt: Math.min(nextQueryAt ?? nextComparisonAt, nextComparisonAt),
    };
  }
  const reservedPayment = await context.store.updatePayment(payment, { schedule: { queriedAt: now } });
  if (reservedPayment !== undefined) return { isReserved: true, payment: reservedPayment };
  return reserveComparison(context, await reloadPayment(context, payment));
}

function isFinal(payment: Payment, now: number): boolean {
  return !mayNeedQuery(payment.state) && payment.state !== 'review' && !mayHaveRetried(payment, now);
}

/** Returns when the final state was last compared. The query that led to this state is no comparison of it. */
function getComparedAt({ schedule, stateChangedAt }: Payment): number | null {
  return schedule.queriedAt === stateChangedAt ? null : schedule.queriedAt;
}
