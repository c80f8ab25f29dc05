import type { SecondPayment, StorefrontPayment } from '@pgw/protocol';
import { mayHaveMovedMoney } from '../operations/operation.ts';
import { isDisputed } from './discrepancy.ts';
import type { Engine } from './engine.ts';
import type { FulfilmentState, Payment } from './payment.ts';
import type { PaymentState } from './payment-state.ts';
import { toStorefrontPayment, type ViewOptions } from './storefront-payment.ts';

/** The states of fulfilment of the payment that has paid its order. */
export const payingFulfilments: readonly FulfilmentState[] = ['due', 'done', 'dead'];

/** The states of the payment that has paid its order. */
const payingStates: readonly PaymentState[] = ['paid', 'refunding', 'refunded', 'reversed', 'review'];

/**
 * Converts a payment to the form in which it is sent to the browser. For a second payment of an order, the
 * result describes the refund.
 */
export async function toResultPayment(
  engine: Pick<Engine, 'store'>,
  payment: Payment,
  options: ViewOptions,
): Promise<StorefrontPayment> {
  const storefrontPayment = toStorefrontPayment(payment, options);
  const second = await describeSecondPayment(engine, payment);
  return second === undefined ? storefrontPayment : { ...storefrontPayment, second };
}

/**
 * Describes the refund of a second payment. Resolves with undefined if the payment is not a second payment.
 * The store is queried only for a withheld fulfilment.
 */
async function describeSecondPayment(
  { store }: Pick<Engine, 'store'>,
  { reference, orderId, state, fulfilment, amount }: Payment,
): Promise<SecondPayment | undefined> {
  if (fulfilment.state !== 'withheld') return undefined;
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

/**
 * True if the money of a payment that has paid its order may have been taken back. A second payment may then be the only
 * one with money, so a person decides about it, and it is not refunded automatically.
 */
export function mayHaveLostMoney(payment: Payment): boolean {
  return payment.state === 'reversed' || payment.state === 'review' || isDisputed(payment);
}

/** Resolves with the payment that has paid an order, or with undefined. */
export async function findPayingPayment(
  store: Engine['store'],
  { orderId }: Pick<Payment, 'orderId'>,
): Promise<Payment | undefined> {
  const [payingPayment] = await store.findPayments({
    orderId,
    fulfilments: payingFulfilments,
    states: payingStates,
    limit: 1,
  });
  return payingPayment;
}
