import { getErrorMessage } from '../../model/error-message.ts';
import { getPaymentFacts } from '../../events/facts.ts';
import { listPayments } from '../../engine/list-payments.ts';
import type { PaymentContext } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { findPayingPayment, mayHaveLostMoney } from '../../sync/second-payment.ts';
import { createRefund, isRefundableState } from './create-refund.ts';
import { sumMovedAmounts, type Operation } from '../../model/operations/operation.ts';
import { createTryId, isRefusal, isTry, maxTries } from './second-payment-tries.ts';

/**
 * Refunds the second payment of an order that another payment has paid. Only a definite refusal is followed by
 * another try. The id of a try contains the number of stored refusals, so each try is sent once.
 */
export async function refundSecondPayment(context: PaymentContext, payment: Payment): Promise<void> {
  try {
    await sendNextTry(context, payment);
  } catch (error) {
    const message = `The second payment of an order could not be refunded: ${getErrorMessage(error)}`;
    emitNotRefunded(context, payment, { message, isFinal: false, error });
    context.unconfirmedClaims.addIfNoResponse(error, () => refundSecondPayment(context, payment));
  }
}

/** Sends the next try for a refusal whose pause is over. A query of the refunds of the payment precedes it. */
export async function retrySecondPaymentRefund(
  context: PaymentContext,
  { reference }: Operation,
): Promise<void> {
  const payment = await context.store.findPayment(reference);
  if (payment === undefined) return;
  if (await isRefundable(context, payment)) return sendNextTry(context, payment);
  const message =
    'The refund of the second payment of an order is not tried again, because its money, or that of the payment that fulfilled the order, may have been taken back. ' +
    'Inspect both payments (operator.payments.inspect), decide about the one in review or reversed with operator.reviews.resolve, then return the money of the other one with operator.refunds.create if the order was paid twice.';
  emitNotRefunded(context, payment, { message, isFinal: true });
}

/** Refunds second payments whose refund was not requested, because the process ended or the gateway was down. */
export async function refundMissedSecondPayments(context: PaymentContext): Promise<void> {
  const filter = { states: ['paid'], fulfillments: ['withheld'], hasRefunds: false } as const;
  for await (const payment of listPayments(context.store, filter)) {
    if (await isRefundable(context, payment)) await refundSecondPayment(context, payment);
  }
}

/** True if another payment has paid the order, and the money of neither payment was taken back. */
async function isRefundable({ store }: PaymentContext, payment: Payment): Promise<boolean> {
  if (!isRefundableState(payment)) return false;
  const payingPayment = await findPayingPayment(store, payment);
  return payingPayment !== undefined && !mayHaveLostMoney(payingPayment);
}

async function sendNextTry(context: PaymentContext, payment: Payment): Promise<void> {
  const { reference, amount, capturedAmount } = payment;
  const refunds = await context.store.listOperations(reference, 'refund');
  const tries = refunds.filter(isTry);
  const refusals = tries.filter(isRefusal);
  const isReturned = sumMovedAmounts(refunds) >= (capturedAmount ?? amount);
  if (refusals.length < tries.length || isReturned) return;
  if (refusals.length < maxTries) {
    const id = createTryId(reference, refusals.length);
    await createRefund(context, id, { reference, reason: 'The order was paid twice' });
    return;
  }
  const { message: refusalText, state } = refusals.at(-1) ?? {};
  const message =
    `The refund of the second payment of an order was refused ${maxTries} times: ${refusalText ?? state ?? ''}. ` +
    'It is not tried again. Return the money in another way, or call operator.refunds.create.';
  emitNotRefunded(context, payment, { message, isFinal: true });
}

function emitNotRefunded(
  context: PaymentContext,
  payment: Payment,
  fields: { readonly message: string; readonly isFinal: boolean; readonly error?: unknown },
): void {
  const event = 'second-payment-not-refunded';
  context.emit({ level: 'error', event, ...getPaymentFacts(payment), ...fields });
}
