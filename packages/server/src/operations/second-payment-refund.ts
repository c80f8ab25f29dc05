import { getErrorMessage } from '@pgw/protocol/internal';
import { createNote, isGatewayDown, type PaymentContext } from '../engine/payment-context.ts';
import { getPaymentFacts } from '../events/facts.ts';
import type { DueHook, HookChange, HookOfPayment } from '../model/hook.ts';
import { isOpen, sumMovedAmounts, type Operation } from '../model/operations/operation.ts';
import { isRefusal, isTry, maxTries } from '../model/operations/second-payment-tries.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { Note } from '../model/payments/timeline.ts';
import { computeNextAttemptAt } from '../model/schedule.ts';
import { findPayingPayment, mayHaveLostMoney } from '../sync/second-payment.ts';
import { createRefund, isRefundable } from './kinds/refund.ts';

/** What follows from the stored refunds of a second payment. */
type Step =
  | 'send'
  /** The money was returned, a person has decided, or a try has no definite refusal. Its refusal makes the next call due. */
  | 'end'
  | { readonly finalText: string }
  | Wait;

/** Another refund has no outcome. `isReported`: the wait needs no event, because it is known or the refund is of the whole amount. */
interface Wait {
  readonly openRefund: Operation;
  readonly isReported: boolean;
}

/**
 * Runs the call `refundSecondPayment`: refunds a payment whose order another payment has paid. Only a definite refusal is
 * followed by another try, which is a call of its own.
 */
export async function refundSecondPayment(context: PaymentContext, call: HookOfPayment): Promise<void> {
  const { now, random, unconfirmedLeases } = context;
  const { hook, payment } = call;
  try {
    const step = await makeTry(context, call);
    if (typeof step === 'object' && 'openRefund' in step) return await storeWait(context, call, step);
    if (await changeCall(context, hook, { state: 'withheld' }))
      if (typeof step === 'object') emitNotRefunded(context, payment, step.finalText, { isFinal: true });
  } catch (error) {
    const message = `The second payment of an order could not be refunded: ${getErrorMessage(error)}`;
    // During an outage, the event `gateway-down` reports later attempts.
    if (hook.attempts === 1 || !isGatewayDown(context))
      emitNotRefunded(context, payment, message, { isFinal: false, error });
    await changeCall(context, hook, { nextAttemptAt: computeNextAttemptAt(hook.attempts, now(), random) });
    unconfirmedLeases.addIfNoResponse(error, () => changeCall(context, hook, { nextAttemptAt: now() }));
  }
}

/** Sends the refund, unless the stored refunds forbid it. The key of the call is its id, so it is sent once. */
async function makeTry(context: PaymentContext, call: HookOfPayment): Promise<Step> {
  const { reference } = call.payment;
  const step = await planStep(context, call);
  if (step !== 'send') return step;
  try {
    await createRefund(context, call.hook.key, { reference, reason: 'The order was paid twice' });
    return 'end';
  } catch (error) {
    // The query before the refund may have found one that was made elsewhere.
    const nextStep = await planStep(context, call);
    if (nextStep === 'send') throw error;
    return nextStep;
  }
}

async function planStep({ store, hooks }: PaymentContext, { hook, payment }: HookOfPayment): Promise<Step> {
  const refunds = await store.list('refunds', payment.reference);
  const tries = refunds.filter(isTry);
  const refusals = tries.filter(isRefusal);
  if (tries.length === 0 && hooks.refundSecondPayment === undefined) return 'end';
  const payingPayment = await findPayingPayment(store, payment);
  if (!isRefundable(payment) || payingPayment === undefined || mayHaveLostMoney(payingPayment))
    return tries.length === 0 ? 'end' : { finalText: lostMoneyText };
  const openRefund = refunds.find((refund) => isOpen(refund) && !isTry(refund));
  const isWhole = sumMovedAmounts(refunds) >= (payment.capturedAmount ?? payment.amount);
  if (openRefund !== undefined)
    return { openRefund, isReported: isWhole || tries.length > 0 || hook.operationId !== null };
  // The first try has failed. If a part was returned in the meantime, a person has decided about the rest.
  const isDecided = tries.length === 0 && hook.attempts > 1 && !refunds.every(isRefusal);
  if (refusals.length < tries.length || isWhole || isDecided) return 'end';
  if (refusals.length < maxTries) return 'send';
  const { message, state } = refusals.at(-1) ?? {};
  return {
    finalText:
      `The refund of the second payment of an order was refused ${maxTries} times: ${message ?? state ?? ''}. ` +
      'It is not tried again. Return the money in another way, or call operator.refunds.create.',
  };
}

const lostMoneyText =
  'The refund of the second payment of an order is not tried again, because its money, or that of the payment that fulfilled the order, may have been taken back. ' +
  'Inspect both payments (operator.payments.inspect), decide about the one in review or reversed with operator.reviews.resolve, then return the money of the other one with operator.refunds.create if the order was paid twice.';

/** The pause before a call that waits for another refund is made again. */
const waitMs = 3_600_000;

/** Stores that the call waits for another refund. */
async function storeWait(
  context: PaymentContext,
  { hook, payment }: HookOfPayment,
  { openRefund, isReported }: Wait,
): Promise<void> {
  const text = `The automatic refund waits, because refund ${openRefund.id} has no outcome yet.`;
  const note = createNote(context, payment, { source: 'refund', kind: 'operation-changed', text });
  const change = { attempts: 0, operationId: openRefund.id, nextAttemptAt: context.now() + waitMs };
  const isStored = await changeCall(context, hook, change, isReported ? undefined : note);
  if (isStored && !isReported) emitNotRefunded(context, payment, text, { isFinal: false });
}

/** Resolves with false when another attempt was counted. */
async function changeCall(
  { store }: PaymentContext,
  hook: DueHook,
  change: HookChange,
  note?: Note,
): Promise<boolean> {
  const notes = note === undefined ? [] : [note];
  return (await store.commit({ hooks: { change: [{ hook, change }] }, notes })) !== undefined;
}

function emitNotRefunded(
  context: PaymentContext,
  payment: Payment,
  message: string,
  fields: { readonly isFinal: boolean; readonly error?: unknown },
): void {
  const event = 'second-payment-not-refunded';
  context.emit({ level: 'error', event, message, ...getPaymentFacts(payment), ...fields });
}
