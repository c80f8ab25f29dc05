import { PgwError } from '@pgw/protocol';
import { omitInheritedMembers } from '@pgw/protocol/internal';
import { updatePayment } from '../engine/change-payment.ts';
import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import { traceSync } from '../events/tracing.ts';
import { fulfillWhenDue } from '../hooks/queue.ts';
import { emitSuccess } from '../hooks/reports.ts';
import { storeFailedAttempt } from '../hooks/run.ts';
import { mayRelease, releaseWaitingCalls } from '../hooks/order.ts';
import type { Operation } from '../model/operations/operation.ts';
import { comparisonIntervalMs } from '../model/payments/discrepancy.ts';
import { mayHaveRetried } from '../model/payments/hosted-session.ts';
import { hasLostNumber, type Payment } from '../model/payments/payment.ts';
import { isStale, isWithinLast, mayNeedQuery } from '../model/schedule.ts';
import type { DueCallback } from '../model/ports/callbacks.ts';
import { commit, type Written } from './commit.ts';
import { isAboutRefund } from './decisions/refund-reports.ts';
import { applyPlan, hasOperations, plan, planCallbackEnd, type SyncPlan } from './plan.ts';
import { getRules, read, type SyncRequest } from './read.ts';

/** A payment after a sync. */
export interface Synced {
  readonly payment: Payment;
  /** The refunds and captures of the payment, oldest first. Empty if the sync has not read them. */
  readonly operations: readonly Operation[];
  /** False if the channel of the payment has no refund queries. */
  readonly isQueryable: boolean;
}

/**
 * Queries the gateway about a payment and stores the result, and calls `onPaid` if it is due. If the amount, currency,
 * reference or number of the record differs from the stored value, the payment becomes `review`.
 *
 * Only this file and `end-review.ts` write `paid`. Starts, callbacks, returns and operators, for example, use it.
 *
 * @throws PgwError when the gateway cannot be queried or the store fails. The payment is unchanged.
 */
export async function syncPayment(
  context: PaymentContext,
  payment: Payment,
  request: SyncRequest,
): Promise<Payment> {
  return fulfillWhenDue(context, (await storeReports(context, payment, request)).payment);
}

/** Calls {@link syncPayment}, unless the outcome is final, the last query is fresh, or visitors cause too many queries. */
export async function syncIfStale(
  context: PaymentContext,
  payment: Payment,
  { freshMs, ...request }: SyncRequest & { readonly freshMs: number },
): Promise<Payment> {
  if (!isStale(payment, freshMs, context.now())) return payment;
  // Without a query now, the next callback or the sweep queries the gateway.
  if (payment.transactionNumber !== null && !context.visitorQueries.acquire()) return payment;
  return syncPayment(context, payment, request);
}

/**
 * Queries the gateway about a payment and stores the result, like {@link syncPayment}. `DueHooks` calls the hooks, so that
 * no hook delays a sweep, except for the first try of a hook because of a callback, which commits with the payment.
 */
export function storeReports(context: PaymentContext, payment: Payment, input: SyncRequest): Promise<Synced> {
  const request = omitInheritedMembers(input);
  const { reference, state, traceparent } = payment;
  return traceSync(
    () => ({ reference, source: request.source, state, traceparent }),
    async (trace) => {
      const synced = await sync(context, payment, request);
      if (trace !== undefined) trace.state = synced.payment.state;
      return synced;
    },
  );
}

async function sync(context: PaymentContext, payment: Payment, request: SyncRequest): Promise<Synced> {
  const callbacks = [...(request.received ?? []), ...(request.leased ?? [])];
  if (callbacks.length === 0) return readAndCommit(context, payment, request);
  const reservation = await reserveComparison(context, payment);
  if (reservation.nextQueryAt === undefined) return readAndCommit(context, reservation.payment, request);
  // The sweep makes a later comparison. Callbacks of refunds stay due until then, because it needs them.
  const { nextQueryAt } = reservation;
  const ended = callbacks.filter((callback) => !isAboutRefund(callback));
  const endedPayment =
    ended.length === 0
      ? reservation.payment
      : await endCallbacks(context, reservation.payment, { callbacks: ended, nextQueryAt });
  return { payment: endedPayment, operations: [], isQueryable: true };
}

/** The maximum number of comparisons when other processes change the payment or its operations. Each sends a query. */
const maxTries = 20;

/** Reads, plans and commits. If a row has changed meanwhile, the reports may be older than that change. */
async function readAndCommit(
  context: PaymentContext,
  payment: Payment,
  request: SyncRequest,
): Promise<Synced> {
  const { reference } = payment;
  let current = payment;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { stored, reports } = await read(context, current, request);
    const planned = plan(stored, reports, getRules(context));
    const committed = await commit(context, stored, planned);
    const isQueryable = reports.refunds === undefined || reports.refunds.queried !== undefined;
    if (committed !== undefined) {
      const operations = applyPlan(stored.operations ?? [], planned);
      return { payment: await finish(context, stored.payment, committed), operations, isQueryable };
    }
    current = await reloadPayment(context, payment);
    const replanned = plan({ ...stored, payment: current }, reports, getRules(context));
    if (reports.refunds !== undefined || hasTransition(replanned)) continue;
    const callbacks = [...reports.received, ...reports.leased];
    const endedPayment =
      callbacks.length === 0 ? current : await endCallbacks(context, current, { callbacks });
    return { payment: endedPayment, operations: stored.operations ?? [], isQueryable };
  }
  const message = `Payment ${reference} could not be stored: it has changed during each of ${maxTries} comparisons. It is compared again later.`;
  throw new PgwError('store-unavailable', message, { ids: { reference }, retryable: true });
}

function hasTransition(planned: SyncPlan): boolean {
  const { read: before, change } = planned.payment;
  return hasOperations(planned) || (change.state ?? before.state) !== before.state;
}

/** Reports the first try of a hook, and releases the calls of hooks that have waited for its change. */
async function finish(context: PaymentContext, before: Payment, committed: Written): Promise<Payment> {
  const { payment, hook, failure, report, comparison } = committed;
  const durationMs = report?.getDurationMs() ?? null;
  if (hook !== undefined && failure !== undefined) {
    await storeFailedAttempt(context, { hook, payment }, { error: failure.error, durationMs, comparison });
    return reloadPayment(context, payment);
  }
  if (hook !== undefined && payment.state !== 'review') emitSuccess(context, { hook, payment }, durationMs);
  else if (payment.transitions !== before.transitions) context.startDueHooks();
  if (mayRelease(before, payment)) await releaseWaitingCalls(context, payment, { includesFailed: true });
  return payment;
}

/** Adds callbacks that change nothing to the timeline, and marks them as handled. */
async function endCallbacks(
  context: PaymentContext,
  payment: Payment,
  { callbacks, nextQueryAt }: { readonly callbacks: readonly DueCallback[]; readonly nextQueryAt?: number },
): Promise<Payment> {
  const change = nextQueryAt === undefined ? {} : { schedule: { nextQueryAt } };
  for (let current = payment; ; current = await reloadPayment(context, payment)) {
    const planned = planCallbackEnd(current, callbacks, change);
    const committed = await commit(context, { payment: current }, planned);
    if (committed !== undefined) return committed.payment;
  }
}

/**
 * Limits the comparisons of a payment in a final state: callbacks cause at most one in a minute, whatever their number and in
 * any number of processes. With `nextQueryAt`, another callback has caused one, and the next one is at that time.
 */
async function reserveComparison(
  context: PaymentContext,
  payment: Payment,
): Promise<{ readonly payment: Payment; readonly nextQueryAt?: number }> {
  const now = context.now();
  const { state, schedule, stateChangedAt } = payment;
  const isUnread = mayNeedQuery(state) || state === 'review' || hasLostNumber(payment);
  if (isUnread || mayHaveRetried(payment, now)) return { payment };
  // The query that led to the final state is no comparison of it.
  const comparedAt = schedule.queriedAt === stateChangedAt ? null : schedule.queriedAt;
  if (comparedAt !== null && isWithinLast(comparisonIntervalMs, comparedAt, now)) {
    const nextComparisonAt = comparedAt + comparisonIntervalMs;
    const nextQueryAt = Math.min(schedule.nextQueryAt ?? nextComparisonAt, nextComparisonAt);
    return { payment, nextQueryAt };
  }
  const reserved = await updatePayment(context, payment, { schedule: { queriedAt: now } });
  if (reserved !== undefined) return { payment: reserved };
  return reserveComparison(context, await reloadPayment(context, payment));
}
