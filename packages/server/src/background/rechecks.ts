import type { PaymentContext } from '../engine/payment-context.ts';
import type { HealthCheck } from '../model/health.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { LeaseRequest } from '../model/ports/kinds.ts';
import { isWithinLast, listRecheckAges, queriesPerRecheck } from '../model/schedule.ts';

/** The time between two look-ups of payments to compare again, while there are none. */
const idleMs = 60_000;

/** Leases the payments that are compared with the gateway again, although no callback has arrived. */
export class Rechecks {
  #idleSince = Number.NEGATIVE_INFINITY;

  async lease(
    { store, limits }: PaymentContext,
    request: Pick<LeaseRequest, 'now' | 'until' | 'limit'>,
  ): Promise<readonly Payment[]> {
    const { now, limit } = request;
    const ages = listRecheckAges(limits.recheckDays);
    if (ages.length === 0 || limit <= 0 || isWithinLast(idleMs, this.#idleSince, now)) return [];
    const perDay = limits.recheckQueriesPerDay / queriesPerRecheck;
    const payments = await store.lease('rechecks', { ...request, ages, perDay });
    if (payments.length < limit) this.#idleSince = now;
    return payments;
  }
}

const offMessage =
  'limits.recheckDays is 0, so a payment that has an outcome is compared with the gateway only after a callback. A refund or a charge-back ' +
  'whose callback is lost stays unknown until the payments are reconciled, or compared with the settlement file. Remove the option to compare them again by default.';

export function reportRechecksOff({ limits, emit }: Pick<PaymentContext, 'limits' | 'emit'>): void {
  if (limits.recheckDays === 0) emit({ level: 'warn', event: 'rechecks-off', message: offMessage });
}

/** Returns the check that reports comparisons that are late by more than a day. Reports at boot if they are off. */
export function createRecheckCheck(
  { store, limits, now, emit }: PaymentContext,
  whenOpen: () => Promise<void>,
): HealthCheck {
  const ages = listRecheckAges(limits.recheckDays);
  reportRechecksOff({ limits, emit });
  return async () => {
    await whenOpen();
    const delayMs = ages.length === 0 ? 0 : await store.read('recheckDelay', { now: now(), ages });
    if (delayMs === 0) return { problems: [] };
    const message =
      `Comparisons of payments with the gateway are ${Math.round(delayMs / 3_600_000)} h late. A change at the gateway whose callback was lost is found later. ` +
      'Check that a process sweeps and that the gateway responds, or raise limits.recheckQueriesPerDay and limits.queriesPerSecond.';
    return { problems: [{ code: 'rechecks-late', status: 'degraded', message }] };
  };
}
