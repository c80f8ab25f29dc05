import type { Operation, Payment } from '@pgw/express';
import type { Order } from './orders.ts';
import { getChipOfPayment, getPaymentChip, unpaidChip, type Chip } from '../pages/chip.ts';
import {
  getChargedAmount,
  hasFailedRefund,
  isFulfillmentDead,
  isFulfillmentDone,
  isFulfillmentWithheld,
  isKeptInstead,
  isPaidTwice,
  isRefundPending,
} from '../payments/payment-state.ts';

/** The payments of an order, newest first, and the refunds of all of them. */
export interface PaymentsAndRefunds {
  readonly payments: readonly Payment[];
  readonly refunds: readonly Operation[];
}

/**
 * Returns the payment whose sum and channel represent the order: the payment that fulfilled it, or else the newest one
 * that has moved money or may still move it. Undefined when there is none.
 */
export function findMainPayment(payments: readonly Payment[]): Payment | undefined {
  const hasEndedWithoutMoney = ({ state }: Payment): boolean =>
    ['refused', 'failed', 'canceled', 'expired', 'verified'].includes(state);
  return (
    payments.find(isFulfillmentDone) ??
    payments.find((payment) => isKeptInstead(payment, payments)) ??
    payments.find(({ state }) => state === 'paid') ??
    payments.find((payment) => !hasEndedWithoutMoney(payment))
  );
}

const notFulfilledChip = { label: 'Not fulfilled', tone: 'danger', icon: 'alert' } as const;
const paidTwiceChip = { label: 'Paid twice', tone: 'warning', icon: 'alert' } as const;

/**
 * True when the shop keeps at least the amount of a fulfilled order, or the whole payment if its amount is lower. Refunds
 * of other payments have no effect.
 *
 * @param refunds - The refunds of `payment`. Those of other payments are ignored.
 */
export function isKeptInFull(
  { amount }: Pick<Order, 'amount'>,
  payment: Payment,
  refunds: readonly Operation[],
): boolean {
  if (!isFulfillmentDone(payment)) return false;
  const chargedAmount = getChargedAmount({ payment });
  const keptAmount = refunds
    .filter(({ reference, state }) => reference === payment.reference && state === 'done')
    .reduce((kept, refund) => kept - refund.amount - refund.charge, chargedAmount);
  return keptAmount >= Math.min(amount, chargedAmount);
}

/**
 * True when the shop has received another amount than the amount of the order, and has not refunded it. A clerk
 * must accept the amount or refund the payment. `onPaid` puts the order in the state `review` in this case.
 */
export function isPaidAmountDifferent(order: Order, payments: readonly Payment[]): boolean {
  return order.state === 'review' && payments.some(isFulfillmentDone);
}

/**
 * Returns the status of an order. A problem has priority over the state of a payment. Without a problem, the status
 * follows from the payment that fulfilled the order, if there is one.
 */
export function getOrderStatus(order: Order, { payments, refunds }: PaymentsAndRefunds): Chip {
  const hasPayment = (state: Payment['state']): boolean =>
    payments.some((payment) => payment.state === state);
  const fulfilling = payments.find(({ fulfillment }) => fulfillment.state === 'done');
  if (isPaidAmountDifferent(order, payments) || hasPayment('review')) return getPaymentChip('review');
  if (hasPayment('reversed')) return getPaymentChip('reversed');
  if (payments.some(isFulfillmentDead)) return notFulfilledChip;
  if (payments.some((payment) => isFulfillmentWithheld(payment) && hasFailedRefund(payment)))
    return fulfilling === undefined ? notFulfilledChip : paidTwiceChip;
  if (payments.some((payment) => isPaidTwice(payment, payments))) return paidTwiceChip;
  if (payments.some((payment) => isKeptInstead(payment, payments))) return getPaymentChip('paid');
  const refundChip = getRefundStatus(order, {
    payments: fulfilling === undefined ? payments : [fulfilling],
    refunds: refunds.filter(
      ({ reference }) => fulfilling === undefined || reference === fulfilling.reference,
    ),
  });
  if (refundChip !== undefined) return refundChip;
  if (order.state === 'paid') return getPaymentChip('paid');
  if (payments.some(isFulfillmentWithheld))
    return { label: 'Fulfillment skipped', tone: 'neutral', icon: 'bar' };
  if (hasPayment('paid')) return { label: 'Being fulfilled', tone: 'info', icon: 'clock' };
  for (const state of ['authorized', 'unknown', 'open', 'created'] as const) {
    const payment = payments.find((one) => one.state === state && getChipOfPayment(one) !== unpaidChip);
    if (payment !== undefined) return getChipOfPayment(payment);
  }
  const [newest] = payments;
  return newest === undefined ? unpaidChip : getChipOfPayment(newest);
}

/** Returns the status of an order whose payments have pending or finished refunds. */
function getRefundStatus(order: Order, { payments, refunds }: PaymentsAndRefunds): Chip | undefined {
  if (payments.some(({ state }) => state === 'refunding') || refunds.some(isRefundPending))
    return getPaymentChip('refunding');
  const isRefunded = payments.some(({ state }) => state === 'refunded');
  if (!isRefunded && !refunds.some(({ state }) => state === 'done')) return undefined;
  const paid = payments.find(isFulfillmentDone);
  if (paid === undefined) return getPaymentChip('refunded');
  return isKeptInFull(order, paid, refunds)
    ? undefined
    : { label: 'Part refunded', tone: 'neutral', icon: 'back' };
}
