import { paymentStatus } from '@pgw/protocol';
import { isKnownPaymentStatus } from '@pgw/protocol/internal';
import { emitPriceDifference } from '../hooks/reports.ts';
import type { PaymentDiscrepancyCode } from '../model/payments/discrepancy.ts';
import { getPaymentFacts, getTransitionFacts, type TransitionFacts } from '../events/facts.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import { isEndedState, type Payment } from '../model/payments/payment.ts';
import { mayHaveLostMoney, payingFulfillments } from './second-payment.ts';
import type { Written } from './commit.ts';

/** The gateway's status of a payment without an outcome. */
const pendingStatus = 0;

/** Emits the events of an update, by comparing the payment before and after it. */
export async function emitUpdate(
  context: PaymentContext,
  before: Payment,
  synced: Pick<Written, 'payment' | 'isWithheld' | 'difference'>,
): Promise<void> {
  const { payment: after, difference } = synced;
  if (difference !== undefined) emitPriceDifference(context, after, difference);
  const facts = getTransitionFacts(before, after, context.now());
  const status = after.gatewayStatus ?? pendingStatus;
  if (!isKnownPaymentStatus(status) && before.gatewayStatus !== status) {
    const message = `The gateway reported status ${status}, which its documentation does not contain. The payment stays ${after.state}.`;
    context.emit({ level: 'warn', event: 'unknown-status', message, ...getPaymentFacts(after) });
  }
  if (after.state === before.state) return;
  if (after.state === 'review') {
    if (difference === undefined) emitReview(context, after, facts);
    return;
  }
  if (after.state === 'reversed') return emitReversal(context, after, facts);
  const isNewlyWithheld = after.fulfillment.state === 'withheld' && before.fulfillment.state === 'none';
  if (synced.isWithheld) {
    await reportSecondPayment(context, after);
  } else if (isNewlyWithheld) {
    const message =
      `The gateway reports ${paymentStatus(status).name} (${status}): a refund was requested at the gateway before the shop stored the ` +
      'payment as paid, and the money was not returned. The payment is not fulfilled. Call operator.hooks.requeue to fulfill it.';
    context.emit({
      level: 'error',
      event: 'fulfillment-withheld',
      message,
      ...getPaymentFacts(after),
      payingReference: null,
    });
  }
  context.emit({
    level: 'info',
    event: 'payment-updated',
    message: `The payment is ${after.state}.`,
    ...facts,
  });
}

/** The start of the message about a review, by its code. The default describes a record that differs. */
const reviewTexts: Partial<Readonly<Record<PaymentDiscrepancyCode, string>>> = {
  'payment-canceled': 'The gateway reports money for a payment that an operator has ended as canceled.',
  'payment-captured': 'An authorized payment was captured at the gateway.',
};

function emitReview(context: PaymentContext, { discrepancy }: Payment, facts: TransitionFacts): void {
  const discrepancyCode = discrepancy?.code ?? null;
  const text =
    (discrepancyCode && reviewTexts[discrepancyCode]) ??
    'The amount, currency, reference or transaction number of the gateway differs from the stored value.';
  const message = `${text} The payment is not fulfilled. Compare both, then call operator.reviews.resolve.`;
  context.emit({ level: 'error', event: 'payment-in-review', message, ...facts, discrepancyCode });
}

function emitReversal(context: PaymentContext, payment: Payment, facts: TransitionFacts): void {
  const status = payment.gatewayStatus ?? pendingStatus;
  const fulfillment =
    payment.fulfillment.state === 'done'
      ? 'Its order was fulfilled.'
      : 'Its order was not fulfilled, and the fulfillment waits for your decision.';
  const message =
    `The payment was paid, and the gateway now reports ${paymentStatus(status).name} (${status}): the money was taken back. ${fulfillment} ` +
    'Contact the support of the gateway, then call operator.reviews.resolve. Until then the order cannot be paid again.';
  context.emit({ level: 'error', event: 'payment-reversed', message, ...facts });
}

/** Reports a payment whose order another payment has reserved. If that one may have lost its money, a person decides. */
async function reportSecondPayment(context: PaymentContext, payment: Payment): Promise<void> {
  const { orderId, reference } = payment;
  const otherPayments = await context.store.search('payments', { orderId, fulfillments: payingFulfillments });
  const payingPayment = otherPayments.find((other) => other.reference !== reference);
  const facts = { ...getPaymentFacts(payment), payingReference: payingPayment?.reference ?? null };
  if (payingPayment !== undefined && isEndedState(payingPayment.state)) {
    const message =
      `The order was fulfilled by payment ${payingPayment.reference}, which an operator has ended as ${payingPayment.state}. This payment is not ` +
      'fulfilled. Call operator.hooks.requeue if onPaid must be called for it, or refund it.';
    context.emit({ level: 'error', event: 'fulfillment-withheld', message, ...facts });
    return;
  }
  if (payingPayment !== undefined && mayHaveLostMoney(payingPayment)) {
    const message =
      `The order was fulfilled by payment ${payingPayment.reference}, whose money may have been taken back (it is ${payingPayment.state}). This payment is ` +
      'not fulfilled and not refunded. Decide about the other payment with operator.reviews.resolve, then refund one of them.';
    context.emit({ level: 'error', event: 'fulfillment-withheld', message, ...facts });
    return;
  }
  const message =
    'Another payment has already paid the order. This payment is not fulfilled. Refund it, or requeue it.';
  context.emit({ level: 'error', event: 'order-paid-twice', message, ...facts });
}
