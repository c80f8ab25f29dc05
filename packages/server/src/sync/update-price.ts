import type { PaymentContext } from '../engine/payment-context.ts';
import type { PricedOrder } from '../model/payments/order.ts';
import { pricedStates } from '../model/payments/payment-state.ts';
import { type Payment } from '../model/payments/payment.ts';

/** The number of payments that the store lists by default. Older payments may have another price. */
const defaultListSize = 50;

/** Lists the newest payments of an order, after the order's price was stored with them; see `recordOrderPrice`. */
export async function listPricedPayments(
  context: PaymentContext,
  order: PricedOrder,
): Promise<readonly Payment[]> {
  const payments = await context.store.search('payments', { orderId: order.id });
  const hasChanged = await recordOrderPrice(context, order, payments);
  return hasChanged ? context.store.search('payments', { orderId: order.id }) : payments;
}

/**
 * Stores the price of an order that was resolved for a start or a session with the payments of the order, unless they
 * have the price of a later call of `resolveOrder`.
 */
export async function recordOrderPrice(
  { store, getPrice }: Pick<PaymentContext, 'store' | 'getPrice'>,
  { id, amount, currencyCode, resolvedAt }: PricedOrder,
  payments?: readonly Payment[],
): Promise<boolean> {
  if (getPrice !== undefined) return false;
  const mayDiffer =
    payments === undefined ||
    payments.length >= defaultListSize ||
    payments.some((payment) => {
      const isOther =
        payment.changedPrice !== null || payment.amount !== amount || payment.currencyCode !== currencyCode;
      return isOther && pricedStates.includes(payment.state);
    });
  return mayDiffer && store.setOrderPrice(id, { amount, currencyCode }, resolvedAt);
}
