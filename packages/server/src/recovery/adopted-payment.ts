import { readPrice, type OrderPrice } from '../model/payments/order-price.ts';
import type { PaymentContext } from '../engine/payment-context.ts';

// A key of a browser has no colon, so a browser cannot send a key with this prefix.
/** Returns the attempt key of a payment that is adopted from a transaction. */
export function createAdoptedAttempt(transactionNumber: string): string {
  return `adopted:${transactionNumber}`;
}

/** Null means that the order does not exist any more; undefined, that no price is known. */
export async function findOrderPrice(
  { store, getPrice, limits }: PaymentContext,
  orderId: string,
): Promise<OrderPrice | null | undefined> {
  if (getPrice !== undefined)
    return store.runInTransaction({
      work: (tx) => readPrice(getPrice, orderId, tx),
      timeoutMs: limits.fulfillTimeoutMs,
    });
  const payments = await store.findPayments({ orderId });
  const [newest] = payments
    .filter(({ pricedAt }) => pricedAt > 0)
    .toSorted((first, second) => second.pricedAt - first.pricedAt);
  return newest?.changedPrice ?? newest;
}
