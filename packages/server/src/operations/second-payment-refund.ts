import { getErrorMessage } from '../model/error-message.ts';
import { getPaymentFacts } from '../events/facts.ts';
import { listPayments } from '../engine/list-payments.ts';
import { insertOperation } from '../engine/change-payment.ts';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { findPayingPayment, mayHaveLostMoney } from '../sync/second-payment.ts';
import { createOperation } from '../model/operations/new-operation.ts';
import { createRefund, isRefundable as hasMoney } from './kinds/refund.ts';
import { isOpen, sumMovedAmounts, type Operation } from '../model/operations/operation.ts';
import {
  createTryId,
  createWaitId,
  isAutomatic,
  isRefusal,
  isTry,
  maxTries,
} from '../model/operations/second-payment-tries.ts';

const reason = 'The order was paid twice';

/**
 * Refunds the second payment of an order that another payment has paid. Only a definite refusal is followed by
 * another try. The id of a try contains the number of stored refusals, so each try is sent once.
 */
export async function refundSecondPayment(context: PaymentContext, payment: Payment): Promise<void> {
  try {
    const step = await sendNextTry(context, payment);
    if (step.kind === 'wait') await storeWait(context, payment, step);
  } catch (error) {
    const message = `The second payment of an order could not be refunded: ${getErrorMessage(error)}`;
    emitNotRefunded(context, payment, { message, isFinal: false, error });
    context.unconfirmedLeases.addIfNoResponse(error, () => refundSecondPayment(context, payment));
  }
}

/**
 * Sends the next try for a refusal whose pause is over, or for a try that waits. A query of the refunds of the payment
 * precedes it. Resolves with true while the try waits for another refund of the payment.
 */
export async function retrySecondPaymentRefund(
  context: PaymentContext,
  { reference }: Operation,
): Promise<boolean> {
  const payment = await context.store.findPayment(reference);
  if (payment === undefined) return false;
  if (await isRefundable(context, payment)) return (await sendNextTry(context, payment)).kind === 'wait';
  const message =
    'The refund of the second payment of an order is not tried again, because its money, or that of the payment that fulfilled the order, may have been taken back. ' +
    'Inspect both payments (operator.payments.inspect), decide about the one in review or reversed with operator.reviews.resolve, then return the money of the other one with operator.refunds.create if the order was paid twice.';
  emitNotRefunded(context, payment, { message, isFinal: true });
  return false;
}

/** Refunds second payments whose refund was not requested, because the process ended or the gateway was down. */
export async function refundMissedSecondPayments(context: PaymentContext): Promise<void> {
  const filter = { states: ['paid'], fulfillments: ['withheld'] } as const;
  for await (const payment of listPayments(context.store, filter)) {
    const refunds = await context.store.listOperations(payment.reference, 'refund');
    // The sweep continues a try that is stored. If a part was returned, a person has decided about the rest.
    const isMissed = refunds.every((refund) => !isAutomatic(refund) && (isOpen(refund) || isRefusal(refund)));
    if (isMissed && (await isRefundable(context, payment))) await refundSecondPayment(context, payment);
  }
}

/** True if another payment has paid the order, and the money of neither payment was taken back. */
async function isRefundable({ store }: PaymentContext, payment: Payment): Promise<boolean> {
  if (!hasMoney(payment)) return false;
  const payingPayment = await findPayingPayment(store, payment);
  return payingPayment !== undefined && !mayHaveLostMoney(payingPayment);
}

/** `isWhole`: the refunds without an outcome return the whole amount if they are successful. */
interface Wait {
  readonly kind: 'wait';
  readonly openRefund: Operation;
  readonly isWhole: boolean;
}

/** What follows from the stored refunds of a second payment. */
type Step =
  | { readonly kind: 'send'; readonly id: string }
  | Wait
  /** All tries were refused. */
  | { readonly kind: 'give-up'; readonly refusal: Operation | undefined }
  /** The money was returned, or a try has no definite refusal. */
  | { readonly kind: 'end' };

async function planStep(
  { store }: PaymentContext,
  { reference, amount, capturedAmount }: Payment,
): Promise<Step> {
  const refunds = await store.listOperations(reference, 'refund');
  const tries = refunds.filter(isTry);
  const refusals = tries.filter(isRefusal);
  const openRefund = refunds.find(isOpen);
  const isWhole = sumMovedAmounts(refunds) >= (capturedAmount ?? amount);
  if (openRefund !== undefined && !isTry(openRefund)) return { kind: 'wait', openRefund, isWhole };
  if (refusals.length < tries.length || isWhole) return { kind: 'end' };
  return refusals.length < maxTries
    ? { kind: 'send', id: createTryId(reference, refusals.length) }
    : { kind: 'give-up', refusal: refusals.at(-1) };
}

/** Sends the next try, unless the stored refunds forbid it. Resolves with what was done. */
async function sendNextTry(context: PaymentContext, payment: Payment): Promise<Step> {
  const step = await planStep(context, payment);
  if (step.kind === 'give-up') emitRefusal(context, payment, step.refusal);
  if (step.kind !== 'send') return step;
  try {
    await createRefund(context, step.id, { reference: payment.reference, reason });
    return step;
  } catch (error) {
    // The query before the refund may have found one that was made elsewhere.
    const nextStep = await planStep(context, payment);
    if (nextStep.kind === 'send') throw error;
    return nextStep;
  }
}

/** Stores that the first try waits for another refund, so that the sweep continues it, and reports it once. */
async function storeWait(
  context: PaymentContext,
  payment: Payment,
  { openRefund, isWhole }: Wait,
): Promise<void> {
  const { reference, currencyCode, amount, capturedAmount, channel } = payment;
  const text = `The automatic refund waits, because refund ${openRefund.id} has no outcome yet.`;
  const wait = createOperation(
    {
      id: createWaitId(reference),
      kind: 'refund',
      reference,
      amount: capturedAmount ?? amount,
      currencyCode,
      channelId: channel?.id ?? null,
      reason,
    },
    context.now(),
  );
  const note = createNote(context, { reference, source: 'refund', kind: 'operation-changed', text });
  const isStored = await insertOperation(context, { ...wait, state: 'refused', message: text }, note);
  if (isStored && !isWhole) emitNotRefunded(context, payment, { message: text, isFinal: false });
}

function emitRefusal(context: PaymentContext, payment: Payment, refusal: Operation | undefined): void {
  const message =
    `The refund of the second payment of an order was refused ${maxTries} times: ${refusal?.message ?? refusal?.state ?? ''}. ` +
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
