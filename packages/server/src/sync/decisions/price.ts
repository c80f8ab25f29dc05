import { createPriceNote } from '../../hooks/reports.ts';
import { createDiscrepancy } from '../../model/payments/discrepancy.ts';
import { comparePrice, type PriceDifference } from '../../model/payments/order-price.ts';
import type { PaymentUpdateChange } from '../../model/payments/payment-change.ts';
import type { Payment } from '../../model/payments/payment.ts';
import type { Note, NoteSource } from '../../model/payments/timeline.ts';

/** An update's change after the price of the order was compared. */
export interface PricedChange {
  readonly change: PaymentUpdateChange;
  /** Set when the payment becomes paid with another amount than the price of its order. */
  readonly difference?: PriceDifference | undefined;
}

/** True if a payment that becomes paid for the first time has another amount than the newest price of its order. */
export function hasOtherPrice({ changedPrice, fulfillment, ...price }: Payment): boolean {
  const isUnpaid = fulfillment.state === 'none';
  return isUnpaid && changedPrice !== null && comparePrice(price, changedPrice) !== undefined;
}

/**
 * Compares a payment that becomes paid for the first time with the price of the newest start or session of its order.
 * A payment that does not pay the order goes to review, unless another payment has paid the order: the fulfillment of a
 * second payment is withheld, and its amount makes no difference.
 */
export function applyOrderPrice(
  payment: Payment,
  change: PaymentUpdateChange,
  { payingPayment, now }: { readonly payingPayment: Payment | undefined; readonly now: number },
): PricedChange {
  const { changedPrice, fulfillment } = payment;
  const isPaidFirstTime = change.state === 'paid' && fulfillment.state === 'none';
  if (!isPaidFirstTime || changedPrice === null || payingPayment !== undefined) return { change };
  const difference = comparePrice(payment, changedPrice);
  if (difference?.isRefused !== true) return { change, difference };
  const { fulfillment: _withoutFulfillment, ...rest } = change;
  const discrepancy = createDiscrepancy('payment-price', now, payment.state);
  return { change: { ...rest, state: 'review', discrepancy }, difference };
}

/** Creates the timeline entry of a difference. */
export function createDifferenceNotes(
  payment: Payment,
  difference: PriceDifference | undefined,
  { source, now }: { readonly source: NoteSource; readonly now: number },
): readonly Note[] {
  return difference === undefined ? [] : [createPriceNote({ now: () => now }, payment, difference, source)];
}
