import {
  GatewayFaultError,
  isKnownPaymentStatus,
  isSameReference,
  paymentStatus,
  transactionNotFoundCode,
} from '@pgw/protocol';
import type { PaymentChange } from '../stores/store.ts';
import { idsOf, type Engine } from './engine.ts';
import { fulfil } from './fulfil.ts';
import { isUnsettled, mayMove, stateOfOutcome, type Payment, type PaymentState } from './payment.ts';
import { nextAskAt } from './schedule.ts';

type PaymentRecord = Awaited<ReturnType<Engine['gateway']['queryPayment']>>;

/**
 * Asks the gateway about a payment and believes its answer, if amount, currency and reference are those we stored.
 *
 * The one way by which a payment becomes paid: callback, return, sweep and status question all come through here.
 * `hint` is a transaction number from an unsigned source, tried when we know none; it counts only if the gateway's
 * record of it carries our reference.
 *
 * @throws PgwError when the gateway cannot be asked; the payment is as it was.
 */
export async function settle(engine: Engine, payment: Payment, hint?: string): Promise<Payment> {
  const transactionNumber = payment.transactionNumber ?? hint;
  if (transactionNumber === undefined) return postpone(engine, payment);
  const record = await ask(engine, transactionNumber);
  const isOurs = record !== undefined && isSameReference(record.referenceCode, payment.reference);
  // An unsigned hint that names another payment, or none, says nothing about this one.
  if (record === undefined || (!isOurs && payment.transactionNumber === null))
    return postpone(engine, payment);
  const settled = await apply(engine, payment, record);
  return settled.fulfilment === 'due' ? fulfil(engine, settled) : settled;
}

/** As {@link settle}, unless the outcome is known or the gateway was asked a moment ago. */
export async function settleIfStale(engine: Engine, payment: Payment, freshMs: number): Promise<Payment> {
  const isFresh = payment.askedAt !== null && engine.now() - payment.askedAt < freshMs;
  const isOpen =
    isUnsettled(payment.state) || payment.state === 'authorized' || payment.state === 'refunding';
  if (!isOpen || isFresh) return payment;
  return settle(engine, payment);
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

/** Makes the move that the record asks for, by compare-and-set, and again on whatever another process made of it. */
async function apply(engine: Engine, payment: Payment, record: PaymentRecord): Promise<Payment> {
  for (let current: Payment | undefined = payment; current !== undefined;) {
    const change = changeFor(engine, current, record);
    const changed = await engine.store.updatePayment(current, change);
    if (changed !== undefined) {
      report(engine, current, changed, record);
      return changed;
    }
    current = await engine.store.findPayment(payment.reference);
  }
  throw new Error(`Payment ${payment.reference} has gone from the store.`);
}

function changeFor(engine: Engine, payment: Payment, record: PaymentRecord): PaymentChange {
  const now = engine.now();
  const wanted = stateFor(payment, record);
  const state = wanted !== undefined && mayMove(payment.state, wanted) ? wanted : payment.state;
  const isPaid = state === 'paid';
  const isDue = isPaid && payment.fulfilment === 'none';
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

function report(engine: Engine, before: Payment, after: Payment, record: PaymentRecord): void {
  const ids = idsOf(after);
  if (!isKnownPaymentStatus(record.status)) {
    const message = `The gateway answered status ${record.status}, which is not in its documents. The payment stays ${after.state}.`;
    engine.emit({ level: 'warn', event: 'unknown-status', message, ids });
  }
  if (after.state === before.state) return;
  if (after.state === 'review') {
    const message =
      'The gateway has another amount, currency or reference than the shop stored. It is not fulfilled; look at both.';
    engine.emit({ level: 'error', event: 'payment-in-review', message, ids });
    return;
  }
  engine.emit({ level: 'info', event: 'payment-settled', message: `The payment is ${after.state}.`, ids });
}
