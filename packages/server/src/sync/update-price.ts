import { createPriceNote } from '../fulfillment/price-report.ts';
import { createDiscrepancy } from '../model/payments/discrepancy.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { HookPlan } from '../fulfillment/plan-hook.ts';
import type { PricedOrder } from '../model/payments/order.ts';
import { comparePrice, type PriceComparison, type PriceDifference } from '../model/payments/order-price.ts';
import type { PaymentUpdateChange } from '../model/payments/payment-change.ts';
import { pricedStates, type Payment } from '../model/payments/payment.ts';
import { findPayingPayment } from './second-payment.ts';
import type { UpdatedPayment } from '../model/ports/store.ts';
import type { Note, NoteSource } from '../model/payments/timeline.ts';

/** An update's change after the price of the order was compared. */
export interface PricedChange {
  readonly change: PaymentUpdateChange;
  /** Set when the payment becomes paid with another amount than the price of its order. */
  readonly difference?: PriceDifference | undefined;
}

/** An update that was written, the difference of the price that it has found, and a report of its hook. */
export interface WrittenUpdate
  extends UpdatedPayment, Pick<PricedChange, 'difference'>, Pick<HookPlan, 'report'> {
  /** The result of the comparison in the work of the hook. Undefined if the work has compared no price. */
  readonly comparison?: PriceComparison | undefined;
}

/**
 * Compares a payment that becomes paid for the first time with the price of the newest start or session of its order.
 * A payment that does not pay the order goes to review, unless another payment has paid the order. With the option
 * `getPrice`, the price is compared later, in the transaction that fulfills the order.
 */
export async function applyOrderPrice(
  context: PaymentContext,
  payment: Payment,
  change: PaymentUpdateChange,
): Promise<PricedChange> {
  const { changedPrice, orderId, fulfillment } = payment;
  const isPaidFirstTime = change.state === 'paid' && fulfillment.state === 'none';
  if (!isPaidFirstTime || changedPrice === null || context.getPrice !== undefined) return { change };
  const difference = comparePrice(payment, changedPrice);
  if (difference === undefined) return { change };
  // The fulfillment of a second payment is withheld, and its amount makes no difference.
  if ((await findPayingPayment(context.store, { orderId })) !== undefined) return { change };
  if (!difference.isRefused) return { change, difference };
  const { fulfillment: _withoutFulfillment, ...rest } = change;
  return {
    change: {
      ...rest,
      state: 'review',
      discrepancy: createDiscrepancy('payment-price', context.now(), payment.state),
    },
    difference,
  };
}

/** Creates the timeline entries for a difference that the update has found. */
export function createDifferenceNotes(
  context: PaymentContext,
  payment: Payment,
  { difference }: PricedChange,
  source: NoteSource,
): readonly Note[] {
  return difference === undefined ? [] : [createPriceNote(context, payment, difference, source)];
}

/** The number of payments that the store lists by default. Older payments may have another price. */
const defaultListSize = 50;

/** Lists the newest payments of an order, after the order's price was stored with them; see `recordOrderPrice`. */
export async function listPricedPayments(
  context: PaymentContext,
  order: PricedOrder,
): Promise<readonly Payment[]> {
  const payments = await context.store.findPayments({ orderId: order.id });
  const hasChanged = await recordOrderPrice(context, order, payments);
  return hasChanged ? context.store.findPayments({ orderId: order.id }) : payments;
}

/**
 * Stores the price of an order that was resolved for a start or a session with the payments of the order, unless they
 * have the price of a later call of `resolveOrder`. Call it once, directly after `resolveOrder`. Resolves with true when
 * a payment was changed. Without the list of payments, the store is always called.
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
