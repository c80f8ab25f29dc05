import { isKnownPaymentStatus, isSameReference, paymentStatus } from '@pgw/protocol';
import type { DueCallback, Settled, SettlementChange } from './store.ts';
import { idsOf, noteOf, type Engine } from './engine.ts';
import {
  fulfilClaimMs,
  fulfilmentDone,
  fulfilmentFailed,
  fulfilWhenDue,
  handOver,
} from '../fulfilment/fulfil.ts';
import { recordOf, type PaymentRecord } from './gateway-record.ts';
import { hasEndedUnpaid, mayTryAgain, numberAfter } from './hosted-session.ts';
import {
  fulfilsOrder,
  isUnsettled,
  mayMove,
  stateOfOutcome,
  type Payment,
  type PaymentState,
} from './payment.ts';
import { queryRefundsAgain } from '../refunds/reversed-refunds.ts';
import { isLessThanAgo, nextAskAt } from './schedule.ts';
import type { Note, NoteSource } from './timeline.ts';

export interface SettleOptions {
  /** Who asks: callback, return, sweep … */
  readonly source: NoteSource;
  /** A transaction number that is not proven to be this payment's, queried when none is stored, or the gateway has none by the stored one. */
  readonly hint?: string | undefined;
  /** Stored callbacks that this answers. */
  readonly callbacks?: readonly DueCallback[];
  /**
   * True when nobody has tried this news before: what becomes paid is fulfilled in the same transaction. A later try, after
   * one that may have ended its process, is counted before it begins.
   */
  readonly isFirstTry?: boolean;
  /** True for a sweep: what becomes due is left to `Fulfilments`, and its handler is not waited for. */
  readonly fulfilsLater?: boolean;
  /** Called when the gateway has answered: what follows asks nobody, but for rare cases. */
  readonly onAnswer?: () => void;
}

/**
 * Asks the gateway about a payment and believes its answer, if amount, currency and reference are those we stored.
 *
 * The one way by which a payment becomes paid: callback, return, sweep, status question and operator all come through
 * here. A `hint` counts only if the gateway's record of it carries our reference.
 *
 * @throws PgwError when the gateway cannot be asked, or the store fails; the payment is as it was.
 */
export async function settle(engine: Engine, payment: Payment, options: SettleOptions): Promise<Payment> {
  const transactionNumber = payment.transactionNumber ?? options.hint;
  if (transactionNumber === undefined) return postpone(engine, payment, options);
  const byStored = await recordOf(engine, transactionNumber);
  const record = byStored ?? (await recordByHint(engine, payment, options));
  options.onAnswer?.();
  const isOurs = record !== undefined && isSameReference(record.referenceCode, payment.reference);
  // A hint that names another payment, or none, says nothing about this one.
  if (record === undefined || (!isOurs && payment.transactionNumber === null))
    return postpone(engine, payment, options);
  if (isOurs) await engine.onRecord(payment, record);
  const change = changeFor(engine, payment, record);
  if (payment.state === 'refunded' && change.state === 'paid') await queryRefundsAgain(engine, payment);
  const settled = await write(engine, payment, change, options);
  if (settled !== undefined) return afterwards(engine, payment, { settled, options });
  // The payment has changed since it was read, so the record may be older than that change: a callback may have come in
  // between. Where it would still move the payment, only a new answer may.
  const current = await stored(engine, payment);
  const isMove = changeFor(engine, current, record).state !== current.state;
  return isMove
    ? settle(engine, current, options)
    : fulfilNow(engine, await endCallbacks(engine, current, options), options);
}

/** The record by a hint that differs from the stored number, which may be that of a session; undefined unless it is this payment's. */
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

/** Tells what a settlement has changed, and sees to it that what is due is fulfilled. */
function afterwards(
  engine: Engine,
  before: Payment,
  { settled, options }: { readonly settled: Settled; readonly options: SettleOptions },
): Payment | Promise<Payment> {
  const { payment, failure } = settled;
  report(engine, before, payment);
  if (failure !== undefined) return fulfilmentFailed(engine, payment, failure.error);
  if (payment.fulfilment === 'done' && before.fulfilment !== 'done') fulfilmentDone(engine, payment);
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
  if (current === undefined) throw new Error(`Payment ${reference} has gone from the store.`);
  return current;
}

/** As {@link settle}, unless the outcome is known or the gateway was asked less than `freshMs` ago. */
export async function settleIfStale(
  engine: Engine,
  payment: Payment,
  options: SettleOptions & { readonly freshMs: number },
): Promise<Payment> {
  const isFresh = payment.askedAt !== null && isLessThanAgo(options.freshMs, payment.askedAt, engine.now());
  const isOpen =
    isUnsettled(payment.state) || payment.state === 'authorized' || payment.state === 'refunding';
  if (!isOpen || isFresh) return payment;
  return settle(engine, payment, options);
}

/** Makes a change by compare-and-set. Undefined when the payment has changed meanwhile. */
async function write(
  engine: Engine,
  payment: Payment,
  change: SettlementChange,
  options: SettleOptions,
): Promise<Settled | undefined> {
  const notes = [...arrivals(options), ...newsOf(engine, payment, change, options)];
  const callbacks = idsOfCallbacks(options);
  if (notes.length === 0 && callbacks.length === 0) {
    const changed = await engine.store.updatePayment(payment, change);
    return changed && { payment: changed };
  }
  if (change.fulfilment !== 'due' || options.isFirstTry !== true)
    return engine.store.settlePayment({ payment, change, notes, callbacks });
  return engine.store.settlePayment({
    payment,
    // As it is to be when `onPaid` throws.
    change: { ...change, fulfilAttempts: 1, nextFulfilAt: engine.now() + fulfilClaimMs },
    notes,
    callbacks,
    fulfil: handOver(engine, payment),
  });
}

function idsOfCallbacks({ callbacks = [] }: SettleOptions): string[] {
  return callbacks.map(({ id }) => id);
}

/** Entries for the callbacks, as of when they came. */
function arrivals({ callbacks = [] }: SettleOptions): Note[] {
  return callbacks.map(({ reference, receivedAt, status }) => {
    const text = `A verified callback claims status ${status}.`;
    return { reference, at: receivedAt, source: 'callback', text };
  });
}

/** An entry for what the gateway said, if it is news. */
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
    const text = `The gateway has no attempt to pay it, and its time is over: ${payment.state} became ${state}.`;
    return [noteOf(engine, payment.reference, source, text)];
  }
  const word = `The gateway says ${paymentStatus(gatewayStatus ?? 0).name} (${gatewayStatus})`;
  const text = isMove ? `${word}: ${payment.state} became ${state}.` : `${word}: it stays ${payment.state}.`;
  return [noteOf(engine, payment.reference, source, text)];
}

/** Notes the callbacks that brought no news, and that they are done with. */
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
  const state = wanted !== undefined && mayMove(payment.state, wanted) ? wanted : payment.state;
  const isFirstPaid = state === 'paid' && payment.fulfilment === 'none';
  const isRetried = (state === 'failed' || state === 'cancelled') && mayTryAgain(payment, record, now);
  return {
    state,
    transactionNumber: numberAfter(payment, record, state),
    gatewayStatus: record.status,
    askedAt: now,
    nextAskAt: nextAskAt(isRetried ? 'open' : state, payment, now),
    ...(state !== payment.state && { settledAt: now }),
    ...(isFirstPaid && fulfilmentFor(record, now)),
  };
}

/** A payment that was never seen in Success and whose refund has failed is the operator's: someone wanted the money to go back. */
function fulfilmentFor({ status }: PaymentRecord, now: number): SettlementChange {
  return fulfilsOrder(status) ? { fulfilment: 'due', nextFulfilAt: now } : { fulfilment: 'withheld' };
}

function stateFor(payment: Payment, record: PaymentRecord): PaymentState | undefined {
  const agrees =
    isSameReference(record.referenceCode, payment.reference) &&
    record.amount === payment.amount &&
    record.currencyCode.toUpperCase() === payment.currencyCode;
  return agrees ? stateOfOutcome(paymentStatus(record.status).outcome) : 'review';
}

/** The gateway has no record: the sweep queries again later, unless the shopper cannot pay any more. */
async function postpone(engine: Engine, payment: Payment, options: SettleOptions): Promise<Payment> {
  const now = engine.now();
  const change: SettlementChange = hasEndedUnpaid(payment, now)
    ? { state: 'expired', settledAt: now, askedAt: now, nextAskAt: null }
    : { askedAt: now, nextAskAt: nextAskAt(payment.state, payment, now) };
  const settled = await write(engine, payment, change, options);
  if (settled !== undefined) report(engine, payment, settled.payment);
  return settled?.payment ?? endCallbacks(engine, await stored(engine, payment), options);
}

function report(engine: Engine, before: Payment, after: Payment): void {
  const ids = idsOf(after);
  const status = after.gatewayStatus ?? 0;
  if (!isKnownPaymentStatus(status) && before.gatewayStatus !== status) {
    const message = `The gateway answered status ${status}, which is not in its documents. The payment stays ${after.state}.`;
    engine.emit({ level: 'warn', event: 'unknown-status', message, ids });
  }
  if (after.state === before.state) return;
  if (after.state === 'review') {
    const message =
      'The gateway has another amount, currency or reference than the shop stored. It is not fulfilled; look at both, ' +
      'then call operator.resolveReview.';
    engine.emit({ level: 'error', event: 'payment-in-review', message, ids });
    return;
  }
  if (after.fulfilment === 'withheld' && before.fulfilment !== 'withheld' && !fulfilsOrder(status)) {
    const message =
      `The gateway reports ${paymentStatus(status).name} (${status}): a refund was requested at the gateway before the shop saw the ` +
      'payment as paid, and the money was not returned. It is not fulfilled; call operator.requeue to fulfil it.';
    engine.emit({ level: 'warn', event: 'fulfilment-withheld', message, ids });
  } else if (after.fulfilment === 'withheld' && before.fulfilment !== 'withheld') {
    const message =
      'The order is paid by another payment already: this one is not fulfilled. Refund it, or requeue it.';
    engine.emit({ level: 'error', event: 'order-paid-twice', message, ids });
    engine.onSecondPayment(after);
  }
  engine.emit({ level: 'info', event: 'payment-settled', message: `The payment is ${after.state}.`, ids });
}
