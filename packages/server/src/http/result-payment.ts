import type { SecondPayment, StorefrontPayment } from '@pgw/protocol';
import type { PaymentContext } from '../engine/payment-context.ts';
import { mayHaveMovedMoney } from '../model/operations/operation.ts';
import type { Payment } from '../model/payments/payment.ts';
import { findPayingPayment } from '../sync/second-payment.ts';
import { toStorefrontPayment, type ViewOptions } from './storefront-payment.ts';

/**
 * Converts a payment to the form in which it is sent to the browser. For a second payment of an order, the
 * result describes the refund.
 */
export async function toResultPayment(
  paymentContext: Pick<PaymentContext, 'store'>,
  payment: Payment,
  options: ViewOptions,
): Promise<StorefrontPayment> {
  const storefrontPayment = toStorefrontPayment(payment, options);
  const second = await describeSecondPayment(paymentContext, payment);
  return second === undefined ? storefrontPayment : { ...storefrontPayment, second };
}

/**
 * Describes the refund of a second payment. Resolves with undefined if the payment is not a second payment.
 * The store is queried only for a withheld fulfillment.
 */
async function describeSecondPayment(
  { store }: Pick<PaymentContext, 'store'>,
  { reference, orderId, state, fulfillment, amount }: Payment,
): Promise<SecondPayment | undefined> {
  if (fulfillment.state !== 'withheld') return undefined;
  if ((await findPayingPayment(store, { orderId })) === undefined) return undefined;
  const refunds = (await store.listOperations(reference, 'refund')).filter(mayHaveMovedMoney);
  if (refunds.length > 0) {
    const sum = refunds.reduce((total, refund) => total + refund.amount, 0);
    return { refund: { amount: sum, isDone: refunds.every((refund) => refund.state === 'done') } };
  }
  // The store has no refund. The refund may have been requested at the gateway without this program.
  const isReturned = state === 'refunded';
  return { refund: isReturned || state === 'refunding' ? { amount, isDone: isReturned } : null };
}
