import { isSameReference, paymentStatus } from '@pgw/protocol';
import type { SettlementChange } from './payment-change.ts';
import type { DueCallback, Settled } from './store.ts';
import { noteOf, type Engine } from './engine.ts';
import {
  fulfilClaimMs,
  emitFulfilled,
  storeFailedAttempt,
  fulfilWhenDue,
  fulfilmentWorkOf,
} from '../fulfilment/fulfil.ts';
import { recordOf, type PaymentRecord } from './gateway-record.ts';
import { hasEndedUnpaid, isNumberOf, mayTryAgain, numberAfter } from './hosted-session.ts';
import {
  fulfilsOrder,
  isAllowedTransition,
  stateOfOutcome,
  type Payment,
  type PaymentFulfilment,
  type PaymentState,
} from './payment.ts';
import { queryRefundsAgain } from '../refunds/reversed-refunds.ts';
import { isStale, nextQueryAt } from './schedule.ts';
import { emitSettlement } from './settlement-events.ts';
import type { Note, NoteSource } from './timeline.ts';

/** Why and how a payment is settled. */
export interface SettleOptions {
  /** What caused the settlement: a callback, a return, the sweep and so on. Written to the timeline. */
  readonly source: NoteSource;
  /**
   * An unverified transaction number. It is queried when no number is stored, or when the gateway has no
   * record for the stored one.
   */
  readonly hint?: string | undefined;
  /** Stored callbacks that need no further settlement after this one. */
  readonly callbacks?: readonly DueCallback[];
  /**
   * True for the first settlement of these callbacks: a payment that becomes paid is fulfilled in the same
   * transaction. A retry counts the attempt in a transaction of its own first, because an earlier attempt may
   * have ended its process.
   */
  readonly isFirstTry?: boolean;
  /**
   * True for a sweep: a fulfilment that becomes due is left to `Fulfilments`, so that no handler delays the
   * sweep.
   */
  readonly fulfilsLater?: boolean;
  /** Called when the gateway has responded. Except in rare cases no further query follows. */
  readonly onResponse?: () => void;
}

/**
 * Queries the gateway about a payment and stores the result. A record whose amount, currency, reference or
 * number differs from the stored ones puts the payment in review.
 *
 * Only this file writes `paid`: callbacks, returns, the sweep, status requests and operators all use it. A
 * `hint` is used only if the gateway's record for it has the reference of this payment.
 *
 * @throws PgwError when the gateway cannot be queried or the store fails; the payment is unchanged.
 */
export async function settle(engine: Engine, payment: Payment, options: SettleOptions): Promise<Payment> {
  const transactionNumber = payment.transactionNumber ?? options.hint;
  if (transactionNumber === undefined) return postpone(engine, payment, options);
  const byStored = await recordOf(engine, transactionNumber);
  const record = byStored ?? (await recordByHint(engine, payment, options));
  options.onResponse?.();
  const isOurs = record !== undefined && isSameReference(record.referenceCode, payment.reference);
  // The hint names another payment or none.
  if (record === undefined || (!isOurs && payment.transactionNumber === null))
    return postpone(engine, payment, options);
  if (isOurs) await engine.onRecord(payment, record);
  const change = changeFor(engine, payment, record);
  if (payment.state === 'refunded' && change.state === 'paid') await queryRefundsAgain(engine, payment);
  const settled = await write(engine, payment, change, options);
  if (settled !== undefined) return afterSettlement(engine, payment, { settled, options });
  // The payment has changed since it was read, so the record may be older than that change. If the record
  // would change the state of the payment, query the gateway again.
  const current = await stored(engine, payment);
  const isMove = changeFor(engine, current, record).state !== current.state;
  return isMove
    ? settle(engine, current, options)
    : fulfilNow(engine, await endCallbacks(engine, current, options), options);
}

/**
 * The record for a hint that differs from the stored number (of a session, for example). Undefined if it
 * belongs to another payment.
 */
async function recordByHint(
  engine: Engine,
  { transactionNumber, reference }: Payment,
  { hint }: SettleOptions,
): Promise<PaymentRecord | undefined> {
  if (transactionNumber === null || hint === undefined || isSameReference(hint, transactionNumber))
    return undefined;
  const record = await recordOf(engine, hint);
  return record !== undefined && isSameReference(record.referenceCode, reference) ? record : undefined;
}

/** Reports what a settlement has changed, and fulfils a payment that is due. */
function afterSettlement(
  engine: Engine,
  before: Payment,
  { settled, options }: { readonly settled: Settled; readonly options: SettleOptions },
): Payment | Promise<Payment> {
  const { payment, failure } = settled;
  emitSettlement(engine, before, payment);
  if (failure !== undefined) return storeFailedAttempt(engine, payment, failure.error);
  if (payment.fulfilment.state === 'done' && before.fulfilment.state !== 'done')
    emitFulfilled(engine, payment);
  return fulfilNow(engine, payment, options);
}

function fulfilNow(
  engine: Engine,
  payment: Payment,
  { fulfilsLater = false }: SettleOptions,
): Payment | Promise<Payment> {
  return fulfilsLater ? payment : fulfilWhenDue(engine, payment);
}

async function stored({ store }: Engine, { reference }: Payment): Promise<Payment> {
  const current = await store.findPayment(reference);
  if (current === undefined) throw new Error(`Payment ${reference} is missing in the store.`);
  return current;
}

/**
 * Ends the review of a payment by an operator's decision. `paid` makes the fulfilment due, unless the payment
 * was fulfilled before. Undefined, and nothing written, when the payment has changed since it was read.
 */
export async function endReview(
  { store, now }: Engine,
  payment: Payment,
  { decision, note }: { readonly decision: 'paid' | 'cancelled'; readonly note: Note },
): Promise<Payment | undefined> {
  const settledAt = now();
  const isFirstPaid = decision === 'paid' && payment.fulfilment.state === 'none';
  const change: SettlementChange = {
    state: decision,
    settledAt,
    ...(decision === 'cancelled' && { schedule: { nextQueryAt: null } }),
    ...(isFirstPaid && { fulfilment: { state: 'due', nextAttemptAt: settledAt } }),
  };
  const settled = await store.settlePayment({ payment, change, notes: [note], callbacks: [] });
  return settled?.payment;
}

/**
 * As {@link settle}, unless the outcome is final, the gateway was queried less than `freshMs` milliseconds
 * ago, or visitors have caused too many queries in this second.
 */
export async function settleIfStale(
  engine: Engine,
  payment: Payment,
  options: SettleOptions & { readonly freshMs: number },
): Promise<Payment> {
  if (!isStale(payment, options.freshMs, engine.now())) return payment;
  // The sweep queries the gateway later, and a callback does at once.
  if (payment.transactionNumber !== null && !engine.queries.take()) return payment;
  return settle(engine, payment, options);
}

/** Writes a change by compare-and-set. Undefined when the payment has changed since it was read. */
async function write(
  engine: Engine,
  payment: Payment,
  change: SettlementChange,
  options: SettleOptions,
): Promise<Settled | undefined> {
  const notes = [...arrivals(options), ...newsOf(engine, payment, change, options)];
  const callbacks = idsOfCallbacks(options);
  if (notes.length === 0 && callbacks.length === 0) {
    // Without a note the state is unchanged.
    const { state: _unchanged, ...rest } = change;
    const changed = await engine.store.updatePayment(payment, rest);
    return changed && { payment: changed };
  }
  if (change.fulfilment?.state !== 'due' || options.isFirstTry !== true)
    return engine.store.settlePayment({ payment, change, notes, callbacks });
  return engine.store.settlePayment({
    payment,
    // The fulfilment is stored like this when `onPaid` throws.
    change: {
      ...change,
      fulfilment: { ...change.fulfilment, attempts: 1, nextAttemptAt: engine.now() + fulfilClaimMs },
    },
    notes,
    callbacks,
    fulfil: fulfilmentWorkOf(engine, payment),
  });
}

function idsOfCallbacks({ callbacks = [] }: SettleOptions): string[] {
  return callbacks.map(({ id }) => id);
}

/** Timeline entries for the callbacks, with the time of their arrival. */
function arrivals({ callbacks = [] }: SettleOptions): Note[] {
  return callbacks.map(({ reference, receivedAt, status }) => {
    const text = `A verified callback claims status ${status}.`;
    return { reference, at: receivedAt, source: 'callback', text };
  });
}

/** A timeline entry if the state or the gateway's status has changed. */
function newsOf(
  engine: Engine,
  payment: Payment,
  change: SettlementChange,
  { source }: SettleOptions,
): Note[] {
  const { state = payment.state, gatewayStatus = payment.gatewayStatus } = change;
  const isMove = state !== payment.state;
  if (!isMove && gatewayStatus === payment.gatewayStatus) return [];
  if (change.gatewayStatus === undefined) {
    const text = `The gateway has no attempt to pay it, and its deadline has passed: ${payment.state} became ${state}.`;
    return [noteOf(engine, payment.reference, source, text)];
  }
  const reported = `The gateway reports ${paymentStatus(gatewayStatus ?? 0).name} (${gatewayStatus})`;
  const text = isMove
    ? `${reported}: ${payment.state} became ${state}.`
    : `${reported}: it stays ${payment.state}.`;
  return [noteOf(engine, payment.reference, source, text)];
}

/** Adds callbacks that changed nothing to the timeline, and marks them as settled. */
async function endCallbacks(engine: Engine, payment: Payment, options: SettleOptions): Promise<Payment> {
  const callbacks = idsOfCallbacks(options);
  for (let current = payment; callbacks.length > 0;) {
    const settlement = { payment: current, change: {}, notes: arrivals(options), callbacks };
    const settled = await engine.store.settlePayment(settlement);
    if (settled !== undefined) return settled.payment;
    current = await stored(engine, payment);
  }
  return payment;
}

function changeFor(engine: Engine, payment: Payment, record: PaymentRecord): SettlementChange {
  const now = engine.now();
  const wanted = stateFor(payment, record);
  const state = wanted !== undefined && isAllowedTransition(payment.state, wanted) ? wanted : payment.state;
  const isFirstPaid = state === 'paid' && payment.fulfilment.state === 'none';
  const isRetried = (state === 'failed' || state === 'cancelled') && mayTryAgain(payment, record, now);
  return {
    state,
    transactionNumber: numberAfter(payment, record, state),
    gatewayStatus: record.status,
    schedule: { queriedAt: now, nextQueryAt: nextQueryAt(isRetried ? 'open' : state, payment, now) },
    ...(state !== payment.state && { settledAt: now }),
    ...(isFirstPaid && { fulfilment: fulfilmentFor(record, now) }),
  };
}

/** An operator decides about a payment whose refund has failed and that was never reported as Success. */
function fulfilmentFor({ status }: PaymentRecord, now: number): Partial<PaymentFulfilment> {
  return fulfilsOrder(status) ? { state: 'due', nextAttemptAt: now } : { state: 'withheld' };
}

function stateFor(payment: Payment, record: PaymentRecord): PaymentState | undefined {
  const agrees =
    isSameReference(record.referenceCode, payment.reference) &&
    record.amount === payment.amount &&
    record.currencyCode.toUpperCase() === payment.currencyCode &&
    isNumberOf(payment, record);
  return agrees ? stateOfOutcome(paymentStatus(record.status).outcome) : 'review';
}

/** Handles a missing record: the sweep queries again later, unless the shopper cannot pay any more. */
async function postpone(engine: Engine, payment: Payment, options: SettleOptions): Promise<Payment> {
  const now = engine.now();
  const change: SettlementChange = hasEndedUnpaid(payment, now)
    ? { state: 'expired', settledAt: now, schedule: { queriedAt: now, nextQueryAt: null } }
    : { schedule: { queriedAt: now, nextQueryAt: nextQueryAt(payment.state, payment, now) } };
  const settled = await write(engine, payment, change, options);
  if (settled !== undefined) emitSettlement(engine, payment, settled.payment);
  return settled?.payment ?? endCallbacks(engine, await stored(engine, payment), options);
}
