import { isGatewayDown, reportSyncFailure, type PaymentContext } from '../engine/payment-context.ts';
import { syncDueCallbacks, type Inbox } from '../sync/inbox.ts';
import { isEndedState } from '../model/payments/payment-state.ts';
import type { Payment } from '../model/payments/payment.ts';
import { mayNeedQuery, queriesPerRecheck, isWithinLast, listRecheckAges } from '../model/schedule.ts';
import { syncOperation } from '../operations/sync-operation.ts';
import { storeReports } from '../sync/sync-payment.ts';
import type { HealthCheck } from '../model/health.ts';
import type { LeaseRequest } from '../model/ports/kinds.ts';
import type { CallbackWatch } from './callback-watch.ts';

/** The maximum number of payments without a callback that one round leases. */
export const maxLeasesPerRound = 50;
/** The time during which no other process can lease a leased payment. */
const leaseMs = 60_000;

/** The state of this process that a sweep uses. */
export interface SweepContext {
  readonly callbackWatch: CallbackWatch;
  /** Callbacks that this process is about to handle. */
  readonly inbox: Inbox;
  readonly rechecks: Rechecks;
  readonly acquireQueries: AcquireQueries;
}

/** Takes up to `wanted` queries of the quota at this time, and resolves with their number. */
export type AcquireQueries = (wanted: number, now: number) => Promise<number>;

/**
 * Handles callbacks that remain after a crash or a failure, and queries payments whose callback did not
 * arrive. `DueHooks` calls the hooks of the transitions, so that no hook delays a sweep. Any
 * number of processes can run sweeps. Only one process queries a payment, and all processes share the quota
 * for payments without a callback.
 *
 * While the gateway is down, the sweep leases nothing, and all work remains due. Returns true when more work
 * may be due, because the sweep reached its quota or another limit.
 */
export async function sweep(
  paymentContext: PaymentContext,
  { callbackWatch, inbox, rechecks, acquireQueries }: SweepContext,
): Promise<boolean> {
  const { store } = paymentContext;
  if (isGatewayDown(paymentContext)) return false;
  const hasMoreCallbacks = await syncDueCallbacks(paymentContext, inbox, leaseMs);
  if (isGatewayDown(paymentContext)) return false;
  const now = paymentContext.now();
  const until = now + leaseMs;
  const { queriesPerSecond: perSecond } = paymentContext.limits;
  const grantedQueries = await acquireQueries(Math.min(maxLeasesPerRound, perSecond), now);
  // A backlog of payments must not stop other queries: a fifth is reserved for operations, and a fifth for the payments
  // that have been due longest.
  const reservedQueries = computeShare(paymentContext, grantedQueries / 5);
  const reserved = await store.lease('operations', { now, until, limit: reservedQueries });
  const paymentQueries = grantedQueries - reserved.length;
  const longestDue = computeShare(paymentContext, paymentQueries / 4);
  const payments = await store.lease('payments', { now, until, limit: paymentQueries, longestDue });
  const query = (payment: Payment, reads: 'record' | 'all'): Promise<void> =>
    queryPayment(paymentContext, payment, { watch: callbackWatch, reads });
  // The query of an outcome is a comparison that a callback or a re-check has scheduled.
  await Promise.all(
    payments.map((payment) => query(payment, mayNeedQuery(payment.state) ? 'record' : getReads(payment))),
  );
  const remainingQueries = paymentQueries - payments.length;
  // Fewer operations than were reserved for are all that are due.
  const hasOthers = reserved.length === reservedQueries;
  const others = hasOthers ? await store.lease('operations', { now, until, limit: remainingQueries }) : [];
  for (const operation of [...reserved, ...others]) await syncOperation(paymentContext, operation);
  // Comparisons of old payments use only what is left of the quota.
  const limit = Math.ceil((remainingQueries - others.length) / queriesPerRecheck);
  const rechecked = await rechecks.lease(paymentContext, { now, until, limit });
  await Promise.all(rechecked.map((payment) => query(payment, getReads(payment))));
  return hasMoreCallbacks || others.length === remainingQueries || (limit > 0 && rechecked.length >= limit);
}

/** A payment that ended without money has refunds only after a change of its record. */
function getReads({ state }: Payment): 'record' | 'all' {
  return isEndedState(state) ? 'record' : 'all';
}

/** Rounds a share of the queries at random, so that its average is exact. */
function computeShare({ random }: PaymentContext, queries: number): number {
  return Math.floor(queries + random());
}

async function queryPayment(
  paymentContext: PaymentContext,
  payment: Payment,
  { watch, reads }: { readonly watch: CallbackWatch; readonly reads: 'record' | 'all' },
): Promise<void> {
  try {
    const { payment: updatedPayment } = await storeReports(paymentContext, payment, {
      source: 'sweep',
      reads,
    });
    if (updatedPayment.state !== payment.state) await watch.recordSweepUpdate(paymentContext, updatedPayment);
  } catch (error) {
    const { store, now } = paymentContext;
    const releaseLease = (): Promise<unknown> =>
      store.commit({ payment: { read: payment, change: { schedule: { nextQueryAt: now() } } } });
    paymentContext.unconfirmedLeases.addIfNoResponse(error, releaseLease);
    const summary = 'The sweep could not query the gateway. It retries later. ';
    reportSyncFailure(paymentContext, payment, { error, summary });
  }
}

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
