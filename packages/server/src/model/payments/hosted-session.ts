import { isSameReference } from '@pgw/protocol';
import type { Payment } from './payment.ts';
import type { PaymentState } from './payment-state.ts';
import { isOlderThanAWeek } from '../schedule.ts';

/** The numbers in the gateway's record of a payment. */
interface RecordNumbers {
  readonly transactionNumber: string;
  readonly paymentSessionNumber?: string | null | undefined;
}

/**
 * A payment on the hosted page stays pending for this time after its deadline. The clocks of shop and gateway
 * may differ, and an attempt may end after the deadline.
 */
const graceMs = 5 * 60_000;

/**
 * True when the shopper can no longer pay on the gateway's hosted page: `graceMs` after the deadline has
 * passed, or a week after the start. Call it when the gateway has no transaction for the payment
 * (code 2010). Before the deadline, this code means that the shopper has not tried to pay.
 */
export function hasEndedUnpaid(payment: Payment, now: number): boolean {
  if (!isHosted(payment) || payment.state !== 'open' || payment.transactionNumber === null) return false;
  const isPastDeadline = payment.expiresAt !== null && now >= payment.expiresAt + graceMs;
  return isPastDeadline || isOlderThanAWeek(payment, now);
}

/**
 * Returns the number by which a payment is queried and refunded. A gateway may issue a session number when it
 * opens the hosted page. When the payment is paid, the transaction number replaces the session number,
 * because refunds and captures belong to transactions.
 */
export function chooseTransactionNumber(
  payment: Payment,
  record: RecordNumbers,
  state: PaymentState,
): string {
  const replacesNumber = isHosted(payment) && (state === 'paid' || state === 'authorized');
  return replacesNumber ? record.transactionNumber : (payment.transactionNumber ?? record.transactionNumber);
}

/**
 * True if a record has the number that is stored with the payment, or may have another number. On the hosted
 * page each attempt has its own number. A payment without a stored number accepts any number.
 */
export function hasSameNumber(payment: Payment, record: RecordNumbers): boolean {
  const { transactionNumber } = payment;
  return (
    isHosted(payment) ||
    transactionNumber === null ||
    isSameReference(record.transactionNumber, transactionNumber)
  );
}

/**
 * True while the shopper can try again on the hosted page after a failed attempt. During this time, the sweep
 * continues to query the payment.
 */
export function canRetry(payment: Payment, record: RecordNumbers, now: number): boolean {
  const isSession = isHosted(payment) && record.paymentSessionNumber != null;
  return isSession && payment.expiresAt !== null && now < payment.expiresAt + graceMs;
}

/** Returns the time until which the shopper can try again on the hosted page; undefined for no such time. */
export function getRetryEnd(payment: Payment): number | undefined {
  return isHosted(payment) && payment.expiresAt !== null ? payment.expiresAt + graceMs : undefined;
}

/**
 * True for a payment with a failed attempt whose session on the hosted page still accepts another attempt.
 */
export function mayHaveRetried(payment: Payment, now: number): boolean {
  const hasFailed = payment.state === 'failed' || payment.state === 'canceled';
  return hasFailed && isHosted(payment) && payment.expiresAt !== null && now < payment.expiresAt + graceMs;
}

function isHosted({ channel }: Payment): boolean {
  return channel === null;
}
