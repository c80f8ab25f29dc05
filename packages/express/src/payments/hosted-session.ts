import { isSameReference } from '@pgw/protocol';
import type { PaymentRecord } from './gateway-record.ts';
import type { Payment, PaymentState } from './payment.ts';
import { nextQueryAt } from './schedule.ts';

/**
 * How long a payment without an attempt stays pending after its deadline: the clocks of shop and gateway
 * differ, and an attempt may end after the deadline.
 */
const graceMs = 5 * 60_000;

/**
 * True when the gateway has no transaction (2010) for a payment on its hosted page, and the shopper cannot
 * pay it any more: its deadline or, without one, the schedule of the sweep has ended. Before that, 2010 means
 * that the shopper has not tried to pay.
 */
export function hasEndedUnpaid(payment: Payment, now: number): boolean {
  if (!isHosted(payment) || payment.state !== 'open' || payment.transactionNumber === null) return false;
  const isPastDeadline = payment.expiresAt !== null && now >= payment.expiresAt + graceMs;
  return isPastDeadline || nextQueryAt(payment.state, payment, now) === null;
}

/**
 * The number by which a payment is queried and refunded. A gateway may issue a session number when it opens
 * the hosted page. When the payment is paid, the number of its transaction replaces it, because refunds and
 * captures belong to transactions.
 */
export function numberAfter(payment: Payment, record: PaymentRecord, state: PaymentState): string {
  const isTaken = isHosted(payment) && (state === 'paid' || state === 'authorized');
  return isTaken ? record.transactionNumber : (payment.transactionNumber ?? record.transactionNumber);
}

/**
 * True if a record has the number that is stored with the payment. On the hosted page each attempt has its
 * own number. A payment without a number accepts the number of a record with its reference.
 */
export function isNumberOf(payment: Payment, record: PaymentRecord): boolean {
  const { transactionNumber } = payment;
  return (
    isHosted(payment) ||
    transactionNumber === null ||
    isSameReference(record.transactionNumber, transactionNumber)
  );
}

/**
 * True while the shopper can try again on the hosted page after a failed attempt. The sweep continues until
 * then.
 */
export function mayTryAgain(payment: Payment, record: PaymentRecord, now: number): boolean {
  const isSession = isHosted(payment) && (record.paymentSessionNumber ?? '') !== '';
  return isSession && payment.expiresAt !== null && now < payment.expiresAt + graceMs;
}

/** True for a failed attempt on the hosted page whose session still accepts another one. */
export function mayHaveTriedAgain(payment: Payment, now: number): boolean {
  const isOver = payment.state === 'failed' || payment.state === 'cancelled';
  return isOver && isHosted(payment) && payment.expiresAt !== null && now < payment.expiresAt + graceMs;
}

function isHosted({ channel }: Payment): boolean {
  return channel === null;
}
