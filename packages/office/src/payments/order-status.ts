import type { Payment } from '@pgw/server';
import type { Inspection } from '@pgw/server/operator';
import { getChipOfPayment, getPaymentChip, unpaidChip, type Chip } from '../pages/chip.ts';
import {
  calculateRefundableAmount,
  getChargedAmount,
  hasFailedRefund,
  hasPendingRefund,
  isFulfillmentDead,
  isFulfillmentDone,
  isFulfillmentWithheld,
  isKeptInstead,
  isPaidTwice,
} from './payment-state.ts';

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
 * Returns the status of an order. A problem has priority over the state of a payment. Without a problem, the status
 * follows from the payment that represents the order.
 */
export function getOrderStatus({
  payments,
  inspections,
}: {
  readonly payments: readonly Payment[];
  readonly inspections: readonly Inspection[];
}): Chip {
  const hasPayment = (state: Payment['state']): boolean =>
    payments.some((payment) => payment.state === state);
  const fulfilling = payments.find(({ fulfillment }) => fulfillment.state === 'done');
  if (hasPayment('review')) return getPaymentChip('review');
  if (hasPayment('reversed')) return getPaymentChip('reversed');
  if (payments.some(isFulfillmentDead)) return notFulfilledChip;
  if (payments.some((payment) => isFulfillmentWithheld(payment) && hasFailedRefund(payment)))
    return fulfilling === undefined ? notFulfilledChip : paidTwiceChip;
  if (payments.some((payment) => isPaidTwice(payment, payments))) return paidTwiceChip;
  if (payments.some((payment) => isKeptInstead(payment, payments))) return getPaymentChip('paid');
  const main = findMainPayment(payments);
  const inspection = inspections.find(({ payment }) => payment.reference === main?.reference);
  const refundChip = inspection && getRefundStatus(inspection);
  if (refundChip !== undefined) return refundChip;
  if (main !== undefined && isFulfillmentWithheld(main))
    return { label: 'Fulfillment skipped', tone: 'neutral', icon: 'bar' };
  if (main?.state === 'paid' && main.fulfillment.state === 'due')
    return { label: 'Being fulfilled', tone: 'info', icon: 'clock' };
  const [newest] = payments;
  const shown = main ?? newest;
  return shown === undefined ? unpaidChip : getChipOfPayment(shown);
}

function getRefundStatus(inspection: Inspection): Chip | undefined {
  const { payment, refunds } = inspection;
  if (payment.state === 'refunding' || hasPendingRefund(inspection)) return getPaymentChip('refunding');
  if (payment.state === 'refunded') return getPaymentChip('refunded');
  const isPart = refunds.some(({ state }) => state === 'done');
  if (!isPart) return undefined;
  return calculateRefundableAmount(inspection) < getChargedAmount(inspection)
    ? { label: 'Part refunded', tone: 'neutral', icon: 'back' }
    : undefined;
}
