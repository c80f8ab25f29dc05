import type { SecondPayment, StorefrontPayment } from '@pgw/protocol';
import { mayHaveReturned } from '../refunds/refund.ts';
import type { Engine } from './engine.ts';
import type { FulfilmentState, Payment } from './payment.ts';
import { toStorefrontPayment, type ViewOptions } from './view.ts';

/** A payment in one of these states of fulfilment is the one that has paid its order. */
const claimingStates: readonly FulfilmentState[] = ['due', 'done', 'dead'];

/**
 * The payment as it is sent to the browser. For a second payment of an order, it includes what happens to the
 * money.
 */
export async function toResultPayment(
  engine: Pick<Engine, 'store'>,
  payment: Payment,
  options: ViewOptions,
): Promise<StorefrontPayment> {
  const view = toStorefrontPayment(payment, options);
  const second = await findSecondPayment(engine, payment);
  return second === undefined ? view : { ...view, second };
}

/**
 * Undefined for a payment that is the first one of its order. Only a payment that was not fulfilled needs a
 * query of the store.
 */
async function findSecondPayment(
  { store }: Pick<Engine, 'store'>,
  { reference, orderId, state, fulfilment, amount }: Payment,
): Promise<SecondPayment | undefined> {
  if (fulfilment.state !== 'withheld') return undefined;
  const [first] = await store.findPayments({ orderId, fulfilments: claimingStates, limit: 1 });
  if (first === undefined) return undefined;
  const refunds = (await store.refundsOf(reference)).filter((refund) => mayHaveReturned(refund.state));
  if (refunds.length > 0) {
    const sum = refunds.reduce((total, refund) => total + refund.amount, 0);
    return { refund: { amount: sum, isDone: refunds.every((refund) => refund.state === 'done') } };
  }
  // A refund that was requested at the gateway, not in the shop.
  const isReturned = state === 'refunded';
  return { refund: isReturned || state === 'refunding' ? { amount, isDone: isReturned } : null };
}
