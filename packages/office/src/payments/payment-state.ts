import type { Operation, Payment } from '@pgw/server';
import type { Inspection } from '@pgw/server/operator';

/** True while a refund has no outcome. */
export function isRefundPending({ state }: Pick<Operation, 'state'>): boolean {
  return ['requested', 'unknown', 'processing'].includes(state);
}

/** True while a refund of the payment has no outcome. The gateway rejects another refund during this time. */
export function hasPendingRefund({ refunds }: Pick<Inspection, 'refunds'>): boolean {
  return refunds.some(isRefundPending);
}

/** True for a paid payment whose `onPaid` failed too often. */
export function isFulfillmentDead({ state, fulfillment }: Payment): boolean {
  return state === 'paid' && fulfillment.state === 'dead';
}

/** The gateway's statuses FailedRefund and RefundReverse. */
const failedRefundStatuses: readonly (number | null)[] = [13, 17];

/**
 * True for a paid payment whose full refund failed or was reversed. The gateway rejects another refund of such
 * a payment.
 */
export function hasFailedRefund({ state, gatewayStatus }: Payment): boolean {
  return state === 'paid' && failedRefundStatuses.includes(gatewayStatus);
}

/**
 * True for a paid payment for which nothing was fulfilled. Another payment has paid the order, a refund was requested
 * before the payment was recorded as paid, or a clerk has skipped the fulfillment.
 */
export function isFulfillmentWithheld({ state, fulfillment }: Payment): boolean {
  return state === 'paid' && fulfillment.state === 'withheld';
}

/**
 * True for a paid payment of an order that another payment has paid. Without another payment, a clerk has skipped the
 * fulfillment.
 */
export function isPaidTwice(payment: Payment, paymentsOfOrder: readonly Payment[]): boolean {
  const hasPaid = (other: Payment): boolean =>
    !isReturned(other) &&
    (['due', 'done', 'dead'].includes(other.fulfillment.state) || isFulfillmentWithheld(other));
  const hasOther = paymentsOfOrder.some((other) => other.reference !== payment.reference && hasPaid(other));
  return isFulfillmentWithheld(payment) && !hasFailedRefund(payment) && hasOther;
}

/** True for a payment whose money is returned, or is being returned. */
export function isReturned({ state }: Payment): boolean {
  return state === 'refunding' || state === 'refunded';
}

/**
 * True for a payment that the shop keeps in place of the fulfilled one: the order was paid twice, and the money of the fulfilled
 * payment was returned.
 */
export function isKeptInstead(payment: Payment, paymentsOfOrder: readonly Payment[]): boolean {
  return (
    isFulfillmentWithheld(payment) &&
    paymentsOfOrder.some((other) => other.fulfillment.state === 'done' && isReturned(other))
  );
}

/** True for a paid payment whose order was fulfilled. */
export function isFulfillmentDone({ state, fulfillment }: Payment): boolean {
  return state === 'paid' && fulfillment.state === 'done';
}

/** True for a payment whose order can be fulfilled again. */
export function canFulfillAgain(payment: Payment): boolean {
  return isFulfillmentDead(payment) || isFulfillmentWithheld(payment);
}

/** True while the outcome of a charge is not known. */
export function isCaptureUndecided({ state }: Inspection['captures'][number]): boolean {
  return state === 'requested' || state === 'unknown';
}

/** Returns the authorized amount that is not charged yet, in sen. */
export function calculateChargeableAmount({ payment }: Pick<Inspection, 'payment'>): number {
  return payment.state === 'authorized' ? payment.amount - (payment.capturedAmount ?? 0) : 0;
}

/** Returns the amount that the shopper was charged, in sen. After a partial capture, it is below the authorized amount. */
export function getChargedAmount({ payment }: { readonly payment: Payment }): number {
  return payment.capturedAmount ?? payment.amount;
}

/**
 * Returns the charged amount that can still be refunded, in sen. Refunds that failed, or were refused or
 * reversed, do not reduce it.
 */
export function calculateRefundableAmount(inspection: Pick<Inspection, 'payment' | 'refunds'>): number {
  const reducesRemaining = ({ state }: Operation): boolean =>
    !['failed', 'refused', 'reversed'].includes(state);
  return inspection.refunds
    .filter(reducesRemaining)
    .reduce((remaining, { amount, charge }) => remaining - amount - charge, getChargedAmount(inspection));
}

/**
 * Returns the bank and the channel of a payment, such as "Bank Seri · FPX". Undefined while the channel is
 * not known, because the shopper chooses it on the gateway's page.
 */
export function describeBankAndChannel({ bank, channel }: Payment): string | undefined {
  const names = [bank?.name, channel?.name].filter((name) => name != null);
  return names.length === 0 ? undefined : names.join(' · ');
}
