import { getPaymentFacts } from '../events/facts.ts';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import { describeDifference, type PriceDifference } from '../model/payments/order-price.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { Note, NoteSource } from '../model/payments/timeline.ts';

/** Creates the timeline entry of a difference. */
export function createPriceNote(
  context: Pick<PaymentContext, 'now'>,
  payment: Payment,
  difference: PriceDifference,
  source: NoteSource,
): Note {
  const result = difference.isRefused ? ' The payment is in review.' : '';
  const text = `${describeDifference(payment, difference)}${result}`;
  return createNote(context, { reference: payment.reference, source, kind: 'price-differs', text });
}

/** Emits the event of a difference. */
export function emitPriceDifference(
  context: PaymentContext,
  payment: Payment,
  difference: PriceDifference,
): void {
  const { price, isRefused } = difference;
  const isInReview = isRefused || payment.state === 'review';
  const nextStep = isInReview
    ? 'The payment is in review and not fulfilled. Compare both, then call operator.reviews.resolve.'
    : 'The payment pays the order. Refund the rest if the customer has paid too much.';
  context.emit({
    level: 'error',
    event: 'price-differs',
    message: `${describeDifference(payment, difference)} ${nextStep}`,
    ...getPaymentFacts(payment),
    orderAmount: price?.amount ?? null,
    orderCurrencyCode: price?.currencyCode ?? null,
  });
}
