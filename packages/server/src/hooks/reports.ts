import { getErrorMessage } from '@pgw/protocol/internal';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import { getHookFacts, getPaymentFacts } from '../events/facts.ts';
import type { DueHook, HookOfPayment } from '../model/hook.ts';
import { describeDifference, type PriceDifference } from '../model/payments/order-price.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { Note, NoteSource } from '../model/payments/timeline.ts';

/** Emits the event of a hook that is still running after `limits.fulfillSlowMs`. */
export function emitSlow({ limits, emit }: PaymentContext, call: HookOfPayment): void {
  const { fulfillSlowMs, fulfillTimeoutMs: timeoutMs } = limits;
  const message =
    `${call.hook.name} has been running for ${fulfillSlowMs} ms. After ${timeoutMs} ms it is rolled back and counted as a failure. ` +
    'Look for a call without a time limit.';
  emit({ level: 'warn', event: 'hook-slow', message, ...getHookFacts(call, fulfillSlowMs), timeoutMs });
}

/** Emits the event of a successful call. */
export function emitSuccess({ emit }: PaymentContext, call: HookOfPayment, durationMs: number | null): void {
  const message = `${call.hook.name} has succeeded.`;
  emit({ level: 'info', event: 'hook-succeeded', message, ...getHookFacts(call, durationMs) });
}

/** Emits the event of a call that is not made any more. A fulfillment that is withheld may need an operator. */
export function emitWithheld({ emit }: PaymentContext, call: HookOfPayment, message: string): void {
  if (call.hook.name === 'onPaid') {
    const facts = { ...getPaymentFacts(call.payment), payingReference: null };
    emit({ level: 'error', event: 'fulfillment-withheld', message, ...facts });
  } else emit({ level: 'info', event: 'hook-withheld', message, ...getHookFacts(call, null) });
}

/** A failure of a hook. */
export interface FailedAttempt {
  readonly error: unknown;
  /** The time since the start of the call, in milliseconds; null if it did not start. */
  readonly durationMs: number | null;
}

/** Emits the event of a call that has failed, and is dead if there is no next attempt. */
export function emitFailure(
  { emit }: PaymentContext,
  call: HookOfPayment,
  {
    text,
    nextAttemptAt,
    error,
    durationMs,
  }: FailedAttempt & { readonly text: string; readonly nextAttemptAt: number | null },
): void {
  const message = error === undefined ? text : `${text} The error: ${getErrorMessage(error)}`;
  const fields = { level: 'error', message, ...getHookFacts(call, durationMs), error } as const;
  emit(
    nextAttemptAt === null
      ? { event: 'hook-dead', ...fields }
      : { event: 'hook-failed', ...fields, nextAttemptAt },
  );
}

/** Creates the timeline entry of a difference. */
export function createPriceNote(
  context: Pick<PaymentContext, 'now'>,
  payment: Payment,
  difference: PriceDifference,
  source: NoteSource,
): Note {
  const result = difference.isRefused ? ' The payment is in review.' : '';
  const text = `${describeDifference(payment, difference)}${result}`;
  return createNote(context, payment, { source, kind: 'price-differs', text });
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

/** Returns the work of a call, for the start of a sentence. */
export function describeWork({ name }: DueHook): string {
  return name === 'onPaid' ? 'Fulfillment' : `The call of ${name}`;
}

/** Returns the next step of the operator after the last attempt of a call. */
export function describeRequeue({ name }: DueHook): string {
  return `There is no further attempt until an operator requeues the ${name === 'onPaid' ? 'payment' : 'call'}.`;
}
