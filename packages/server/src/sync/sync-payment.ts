import { isSameReference } from '@pgw/protocol';
import { omitInheritedMembers } from '@pgw/protocol/internal';
import type { PaymentUpdateChange } from '../model/payments/payment-change.ts';
import type { DueCallback } from '../model/ports/store.ts';
import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import { fulfillWhenDue } from '../fulfillment/fulfill.ts';
import { planHook } from '../fulfillment/plan-hook.ts';
import { emitSuccess } from '../fulfillment/hook-events.ts';
import { storeFailedAttempt } from '../fulfillment/run-hook.ts';
import { mayRelease, releaseWaitingCalls } from '../fulfillment/waiting-calls.ts';
import { queryRecord, type PaymentRecord } from './gateway-record.ts';
import { hasEndedUnpaid } from './hosted-session.ts';
import { compareWithRecord } from '../operations/compare-with-record.ts';
import { isPayoutChannel, storePayoutReference } from '../operations/payouts/recognize-payout.ts';
import { isAboutRefund } from '../operations/refunds/refund-reports.ts';
import { createCallbackNotes, getCallbackIds } from './ended-callbacks.ts';
import { reserveComparison } from './final-comparison.ts';
import type { Payment } from '../model/payments/payment.ts';
import { isStale, computeNextQueryAt } from '../model/schedule.ts';
import { computeChange, createChangeNotes } from './compute-change.ts';
import { emitUpdate } from './update-events.ts';
import {
  applyOrderPrice,
  createDifferenceNotes,
  type PricedChange,
  type WrittenUpdate,
} from './update-price.ts';
import type { NoteSource } from '../model/payments/timeline.ts';

/** Why and how a payment is synced. */
export interface SyncOptions {
  /** What caused the update: a callback, a return, the sweep and so on. Written to the timeline. */
  readonly source: NoteSource;
  /**
   * An unverified transaction number. It is queried when no number is stored, or when the gateway has no
   * record for the stored one.
   */
  readonly unverifiedNumber?: string | undefined;
  /** Stored callbacks that need no further update after this one. */
  readonly callbacks?: readonly DueCallback[];
  /**
   * True for the first update of these callbacks. The hook of a transition, such as `onPaid`, then runs in
   * the same transaction. A retry first counts the attempt in a separate transaction, because an earlier
   * attempt may have ended the process.
   */
  readonly isFirstTry?: boolean;
  /**
   * True for a sweep. `DueHooks` then calls the hook of a transition, so that no hook delays the sweep.
   */
  readonly fulfillsLater?: boolean;
  /** True if the refunds of the payment were compared with the gateway just now. */
  readonly areRefundsCompared?: boolean;
  /** Called when the gateway has responded. In rare cases, another query follows. */
  readonly onResponse?: () => void;
}

/**
 * Queries the gateway about a payment and stores the result. If the amount, currency, reference or number of
 * the record differs from the stored value, the payment becomes `review`.
 *
 * Only this file and `end-review.ts` write `paid`. Starts, callbacks, returns, the sweep and operators, for example, use it. A
 * `unverifiedNumber` is used only if the gateway's record for it has the reference of this payment.
 *
 * @throws PgwError when the gateway cannot be queried or the store fails. The payment is unchanged.
 */
export async function syncPayment(
  context: PaymentContext,
  payment: Payment,
  input: SyncOptions,
): Promise<Payment> {
  const options = omitInheritedMembers(input);
  if (options.source !== 'callback') return syncNow(context, payment, options);
  const reservation = await reserveComparison(context, payment);
  if (reservation.isReserved) return syncNow(context, reservation.payment, options);
  const { payment: comparedPayment, nextQueryAt } = reservation;
  // The sweep makes a later comparison. Callbacks of refunds stay due until then, because it needs them.
  const callbacks = options.callbacks?.filter((callback) => !isAboutRefund(callback)) ?? [];
  return endCallbacks(context, comparedPayment, {
    ...options,
    callbacks,
    change: { schedule: { nextQueryAt } },
  });
}

/** Queries the gateway and stores the result; see {@link syncPayment}. */
async function syncNow(
  context: PaymentContext,
  storedPayment: Payment,
  input: SyncOptions,
): Promise<Payment> {
  let options = input;
  const transactionNumber = storedPayment.transactionNumber ?? options.unverifiedNumber;
  if (transactionNumber === undefined) return updateWithoutRecord(context, storedPayment, options);
  const storedRecord = await queryRecord(context, transactionNumber);
  const record = storedRecord ?? (await queryRecordByUnverifiedNumber(context, storedPayment, options));
  options.onResponse?.();
  // A payout never counts as a payment.
  if (record !== undefined && isPayoutChannel(context, record)) {
    await storePayoutReference(context, storedPayment, record.transactionNumber);
    return updateWithoutRecord(context, storedPayment, options);
  }
  const hasSameReference =
    record !== undefined && isSameReference(record.referenceCode, storedPayment.reference);
  // The unverified number belongs to another payment or to none.
  if (record === undefined || (!hasSameReference && storedPayment.transactionNumber === null))
    return updateWithoutRecord(context, storedPayment, options);
  if (hasSameReference) await context.onRecord(storedPayment, record);
  const { callbacks = [] } = options;
  const compared = hasSameReference
    ? await compareWithRecord(context, storedPayment, omitInheritedMembers({ record, ...options }))
    : { payment: storedPayment, isCapturedElsewhere: false, callbacks };
  const { payment, isCapturedElsewhere } = compared;
  // Callbacks that are compared again stay due.
  options = { ...options, callbacks: compared.callbacks };
  const change = computeChange(context, payment, record, { isCapturedElsewhere });
  const pricedChange = await applyOrderPrice(context, payment, change);
  const result = await writeUpdate(context, payment, { ...pricedChange, record }, options);
  if (result !== undefined) return finishUpdate(context, payment, { result, options });
  // The payment has changed since it was read, so the record may be older than that change. If the record
  // would change the state of the payment, query the gateway again.
  const reloadedPayment = await reloadPayment(context, payment);
  const isTransition = computeChange(context, reloadedPayment, record).state !== reloadedPayment.state;
  return isTransition
    ? syncNow(context, reloadedPayment, options)
    : fulfillUnlessLater(context, await endCallbacks(context, reloadedPayment, options), options);
}

/**
 * Queries the record for an unverified number that differs from the stored number, which may be a session number. Resolves
 * with undefined if the record belongs to another payment.
 */
async function queryRecordByUnverifiedNumber(
  context: PaymentContext,
  { transactionNumber, reference }: Payment,
  { unverifiedNumber }: SyncOptions,
): Promise<PaymentRecord | undefined> {
  if (
    transactionNumber === null ||
    unverifiedNumber === undefined ||
    isSameReference(unverifiedNumber, transactionNumber)
  )
    return undefined;
  const record = await queryRecord(context, unverifiedNumber);
  return record !== undefined && isSameReference(record.referenceCode, reference) ? record : undefined;
}

/** Emits the events of an update, and calls the hook of the transition if it is due. */
async function finishUpdate(
  context: PaymentContext,
  before: Payment,
  { result, options }: { readonly result: WrittenUpdate; readonly options: SyncOptions },
): Promise<Payment> {
  const { payment, hook, failure, report, comparison } = result;
  const durationMs = report?.getDurationMs() ?? null;
  await emitUpdate(context, before, result);
  if (hook !== undefined && failure !== undefined) {
    await storeFailedAttempt(context, { hook, payment }, { error: failure.error, durationMs, comparison });
    return reloadPayment(context, payment);
  }
  if (hook !== undefined && payment.state !== 'review') emitSuccess(context, { hook, payment }, durationMs);
  else if (payment.transitions !== before.transitions && options.fulfillsLater !== true)
    context.startDueHooks();
  if (mayRelease(before, payment)) await releaseWaitingCalls(context, payment, { includesFailed: true });
  return fulfillUnlessLater(context, payment, options);
}

/** Fulfills a payment whose fulfillment is due, unless `DueHooks` does it later. */
function fulfillUnlessLater(
  context: PaymentContext,
  payment: Payment,
  { fulfillsLater = false }: SyncOptions,
): Payment | Promise<Payment> {
  return fulfillsLater ? payment : fulfillWhenDue(context, payment);
}

/**
 * Calls {@link syncPayment}. Returns the payment unchanged if its outcome is final, the gateway was queried less
 * than `freshMs` milliseconds ago, or visitors have caused too many queries in this second.
 */
export async function syncIfStale(
  context: PaymentContext,
  payment: Payment,
  options: SyncOptions & { readonly freshMs: number },
): Promise<Payment> {
  if (!isStale(payment, options.freshMs, context.now())) return payment;
  // Without a query now, the next callback or the sweep queries the gateway.
  if (payment.transactionNumber !== null && !context.visitorQueries.acquire()) return payment;
  return syncPayment(context, payment, options);
}

/**
 * Writes a change by compare-and-set. Resolves with undefined when the payment has changed since it was read.
 */
async function writeUpdate(
  context: PaymentContext,
  payment: Payment,
  { change, difference, record }: PricedChange & { readonly record: PaymentRecord | undefined },
  options: SyncOptions,
): Promise<WrittenUpdate | undefined> {
  const notes = [
    ...createCallbackNotes(options),
    ...createChangeNotes(context, payment, { change, record }, options.source),
    ...createDifferenceNotes(context, payment, { change, difference }, options.source),
  ];
  const callbacks = getCallbackIds(options);
  if (notes.length === 0 && callbacks.length === 0) {
    // Without a note the state is unchanged.
    const { state: _unchanged, ...rest } = change;
    const updatedPayment = await context.store.updatePayment(payment, rest);
    return updatedPayment && { payment: updatedPayment };
  }
  const { report, ...plan } = planHook(context, payment, change, options);
  const result = await context.store.commitUpdate({ payment, ...plan, notes, callbacks });
  const comparison = result?.hook === undefined ? undefined : report?.getComparison();
  return result && { ...result, comparison, difference: comparison?.difference ?? difference, report };
}

/**
 * Adds callbacks that changed no state to the timeline, and marks them as handled. `change` is written with them.
 */
async function endCallbacks(
  context: PaymentContext,
  payment: Payment,
  { change = {}, ...options }: SyncOptions & { readonly change?: PaymentUpdateChange },
): Promise<Payment> {
  const callbacks = getCallbackIds(options);
  for (let latestPayment = payment; callbacks.length > 0;) {
    const update = { payment: latestPayment, change, notes: createCallbackNotes(options), callbacks };
    const result = await context.store.commitUpdate(update);
    if (result !== undefined) return result.payment;
    latestPayment = await reloadPayment(context, payment);
  }
  return payment;
}

/**
 * Stores that the gateway has no record of a payment, or that its transaction number is not known. The sweep
 * queries again later, unless the shopper can no longer pay.
 */
async function updateWithoutRecord(
  context: PaymentContext,
  payment: Payment,
  options: SyncOptions,
): Promise<Payment> {
  const now = context.now();
  const change: PaymentUpdateChange = hasEndedUnpaid(payment, now)
    ? { state: 'expired', stateChangedAt: now, schedule: { queriedAt: now, nextQueryAt: null } }
    : { schedule: { queriedAt: now, nextQueryAt: computeNextQueryAt(payment.state, payment, now) } };
  const result = await writeUpdate(context, payment, { change, record: undefined }, options);
  if (result !== undefined) return finishUpdate(context, payment, { result, options });
  return endCallbacks(context, await reloadPayment(context, payment), options);
}
