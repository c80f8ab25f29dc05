import type { SecondPayment, StorefrontPayment } from '@pgw/protocol';
import type { PaymentContext } from '../engine/payment-context.ts';
import { isOpen, mayHaveMovedMoney } from '../model/operations/operation.ts';
import type { Payment } from '../model/payments/payment.ts';
import { findPayingPayment } from '../sync/second-payment.ts';
import { toStorefrontPayment, type ViewOptions } from './storefront-payment.ts';

/** For a second payment of an order, the result describes the refund. */
export async function toResultPayment(
  paymentContext: Pick<PaymentContext, 'store'>,
  payment: Payment,
  options: ViewOptions,
): Promise<StorefrontPayment> {
  const storefrontPayment = toStorefrontPayment(payment, options);
  const second = await describeSecondPayment(paymentContext, payment);
  return second === undefined ? storefrontPayment : { ...storefrontPayment, second };
}

/** Describes the refund of a second payment. The store is queried only for a withheld fulfillment. */
async function describeSecondPayment(
  { store }: Pick<PaymentContext, 'store'>,
  { reference, orderId, state, stateChangedAt, fulfillment, amount }: Payment,
): Promise<SecondPayment | undefined> {
  if (fulfillment.state !== 'withheld') return undefined;
  if ((await findPayingPayment(store, { orderId })) === undefined) return undefined;
  const refunds = (await store.listOperations(reference, 'refund')).filter(mayHaveMovedMoney);
  const isReturned = state === 'refunded';
  // The store knows when a payment became refunded or refunding. It does not know when a part was returned.
  const changedAt = isReturned || state === 'refunding' ? stateChangedAt : null;
  if (refunds.length > 0) {
    const sum = refunds.reduce((total, refund) => total + refund.amount, 0);
    const openRefunds = refunds.filter(isOpen);
    const requestedAt = Math.min(...openRefunds.map(({ createdAt }) => createdAt));
    const isDone = openRefunds.length === 0;
    return { refund: { amount: sum, isDone, date: toDate(isDone ? changedAt : requestedAt) } };
  }
  // The store has no refund. The refund may have been requested at the gateway without this program.
  return {
    refund:
      isReturned || state === 'refunding' ? { amount, isDone: isReturned, date: toDate(changedAt) } : null,
  };
}

function toDate(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
