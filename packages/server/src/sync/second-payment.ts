import { isDisputed } from '../model/payments/discrepancy.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { FulfillmentState, Payment } from '../model/payments/payment.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';

/** The states of fulfillment of the payment that has paid its order. */
export const payingFulfillments: readonly FulfillmentState[] = ['due', 'done', 'dead'];

const payingStates: readonly PaymentState[] = ['paid', 'refunding', 'refunded', 'reversed', 'review'];

/**
 * True if the money of a payment that has paid its order may have been taken back. A second payment may then be the only
 * one with money, so a person decides about it, and it is not refunded automatically.
 */
export function mayHaveLostMoney(payment: Payment): boolean {
  return payment.state === 'reversed' || payment.state === 'review' || isDisputed(payment);
}

/** Resolves with the payment that has paid an order, or with undefined. */
export async function findPayingPayment(
  store: PaymentContext['store'],
  { orderId }: Pick<Payment, 'orderId'>,
): Promise<Payment | undefined> {
  const [payingPayment] = await store.search('payments', {
    orderId,
    fulfillments: payingFulfillments,
    states: payingStates,
    limit: 1,
  });
  return payingPayment;
}
