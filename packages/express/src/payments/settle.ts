import {
  GatewayFaultError,
  isKnownPaymentStatus,
  isSameReference,
  paymentStatus,
  transactionNotFoundCode,
} from '@pgw/protocol';
import type { PaymentChange } from '../stores/store.ts';
import { idsOf, noteOf, type Engine } from './engine.ts';
import { fulfil } from './fulfil.ts';
import { isUnsettled, mayMove, stateOfOutcome, type Payment, type PaymentState } from './payment.ts';
import { nextAskAt } from './schedule.ts';
import type { NoteSource } from './timeline.ts';

type PaymentRecord = Awaited<ReturnType<Engine['gateway']['queryPayment']>>;

export interface SettleOptions {
  /** Who asks: callback, return, sweep … */
  readonly source: NoteSource;
  /** A transaction number from an unsigned source, tried when we know none. */
  readonly hint?: string | undefined;
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
  if (transactionNumber === undefined) return postpone(engine, payment);
  const record = await ask(engine, transactionNumber);
  const isOurs = record !== undefined && isSameReference(record.referenceCode, payment.reference);
  // An unsigned hint that names another payment, or none, says nothing about this one.
  if (record === undefined || (!isOurs && payment.transactionNumber === null))
    return postpone(engine, payment);
  const settled = await apply(engine, payment, record, options.source);
  if (settled !== undefined) return fulfilWhenDue(engine, settled);
  // The payment has changed since it was read, so the record may be older than that change: a callback may have come in
  // between. Where it would still move the payment, only a new answer may.
  const current = await engine.store.findPayment(payment.reference);
  if (current === undefined) throw new Error(`Payment ${payment.reference} has gone from the store.`);
  const isMove = changeFor(engine, current, record).state !== current.state;
  return isMove ? settle(engine, current, options) : fulfilWhenDue(engine, current);
}

/** A fulfilment that has failed waits for its time, however often the shopper comes back meanwhile. */
function fulfilWhenDue(engine: Engine, payment: Payment): Payment | Promise<Payment> {
  const { fulfilment, nextFulfilAt } = payment;
  const isDue = fulfilment === 'due' && nextFulfilAt !== null && nextFulfilAt <= engine.now();
  return isDue ? fulfil(engine, payment) : payment;
}

/** As {@link settle}, unless the outcome is known or the gateway was asked less than `freshMs` ago. */
export async function settleIfStale(
  engine: Engine,
  payment: Payment,
  options: SettleOptions & { readonly freshMs: number },
): Promise<Payment> {
  const isFresh = payment.askedAt !== null && engine.now() - payment.askedAt < options.freshMs;
  const isOpen =
    isUnsettled(payment.state) || payment.state === 'authorized' || payment.state === 'refunding';
  if (!isOpen || isFresh) return payment;
  return settle(engine, payment, options);
}

/** The gateway's record; undefined when it knows no such transaction. */
async function ask(engine: Engine, transactionNumber: string): Promise<PaymentRecord | undefined> {
  try {
    return await engine.gateway.queryPayment({ transactionNumber });
  } catch (error) {
    if (error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode) return undefined;
    throw error;
  }
}

/** Makes the move that the record asks for, by compare-and-set. Undefined when the payment has changed meanwhile. */
async function apply(
  engine: Engine,
  payment: Payment,
  record: PaymentRecord,
  source: NoteSource,
): Promise<Payment | undefined> {
  const changed = await write(engine, payment, changeFor(engine, payment, record), source);
  if (changed !== undefined) report(engine, payment, changed);
  return changed;
}

function write(
  engine: Engine,
  payment: Payment,
  change: PaymentChange,
  source: NoteSource,
): Promise<Payment | undefined> {
  const { state, gatewayStatus } = change;
  const isMove = state !== payment.state;
  if (!isMove && gatewayStatus === payment.gatewayStatus) return engine.store.updatePayment(payment, change);
  const word = `The gateway says ${paymentStatus(gatewayStatus ?? 0).name} (${gatewayStatus})`;
  const text = isMove ? `${word}: ${payment.state} became ${state}.` : `${word}: it stays ${payment.state}.`;
  const note = noteOf(engine, payment.reference, source, text);
  return state === 'paid' || state === 'refunded'
    ? engine.store.updatePaid(payment, change, note)
    : engine.store.updatePayment(payment, change, note);
}

function changeFor(engine: Engine, payment: Payment, record: PaymentRecord): PaymentChange {
  const now = engine.now();
  const wanted = stateFor(payment, record);
  const state = wanted !== undefined && mayMove(payment.state, wanted) ? wanted : payment.state;
  const isDue = state === 'paid' && payment.fulfilment === 'none';
  return {
    state,
    transactionNumber: payment.transactionNumber ?? record.transactionNumber,
    gatewayStatus: record.status,
    askedAt: now,
    nextAskAt: nextAskAt(state, payment, now),
    ...(state !== payment.state && { settledAt: now }),
    ...(isDue && { fulfilment: 'due' as const, nextFulfilAt: now }),
  };
}

function stateFor(payment: Payment, record: PaymentRecord): PaymentState | undefined {
  const agrees =
    isSameReference(record.referenceCode, payment.reference) &&
    record.amount === payment.amount &&
    record.currencyCode.toUpperCase() === payment.currencyCode;
  return agrees ? stateOfOutcome(paymentStatus(record.status).outcome) : 'review';
}

/** Nothing was learnt: the sweep asks again later. */
async function postpone(engine: Engine, payment: Payment): Promise<Payment> {
  const now = engine.now();
  const change = { askedAt: now, nextAskAt: nextAskAt(payment.state, payment, now) };
  return (await engine.store.updatePayment(payment, change)) ?? payment;
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
  if (after.fulfilment === 'withheld' && before.fulfilment !== 'withheld') {
    const message =
      'The order is paid by another payment already: this one is not fulfilled. Refund it, or requeue it.';
    engine.emit({ level: 'error', event: 'order-paid-twice', message, ids });
    engine.onSecondPayment(after);
  }
  engine.emit({ level: 'info', event: 'payment-settled', message: `The payment is ${after.state}.`, ids });
}
