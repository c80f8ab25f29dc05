import { getErrorMessage } from '@pgw/protocol/internal';
import { type DueHook, type HookCall, type HookName, hookLeaseMs } from '../model/hook.ts';
import { isDisputed } from '../model/payments/discrepancy.ts';
import { isEnded, type Payment } from '../model/payments/payment.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import { mayHaveRetried } from '../model/payments/hosted-session.ts';
import { isUndecided } from '../model/payments/payment-state.ts';

/** A call of a hook is made, it waits, or it is not made any more because of a text for the timeline. */
export type CallDecision = 'call' | 'wait' | { readonly withheldBecause: string };

/**
 * Decides about a call that is due, while its payment is locked. The calls of a payment are made in the order of their
 * transitions, so a call waits while an earlier one can still be made or is dead. `onPaid` waits for no call: those before it
 * are about states that the payment no longer has, or wait for it by the fulfillment. None waits for an automatic refund.
 */
export function decideCall(call: DueHook, payment: Payment, earlierCalls: readonly DueHook[]): CallDecision {
  const isOfUnknownRefund = earlierCalls.some(
    ({ name, state, operationId }) =>
      name === 'onRefunded' && state === 'withheld' && operationId === call.operationId,
  );
  if (call.name === 'onReversed' && isOfUnknownRefund)
    return {
      withheldBecause: 'onReversed is not called, because onRefunded was not called for this refund.',
    };
  const decision = decideByState(call, payment);
  if (decision !== 'call' || call.name === 'onPaid') return decision;
  const isBlocked = earlierCalls.some(
    (earlier) =>
      !unordered.has(earlier.name) &&
      earlier.state !== 'withheld' &&
      earlier.state !== 'skipped' &&
      typeof decideByState(earlier, payment) === 'string',
  );
  return isBlocked ? 'wait' : 'call';
}

const unordered: ReadonlySet<HookName> = new Set(['onPaid', 'refundSecondPayment']);

/** True for a paid payment that the gateway's record does not contradict. */
export function mayFulfill(payment: Payment): boolean {
  return payment.state === 'paid' && !isDisputed(payment);
}

/**
 * Decides by the state of the payment alone. A call about a state that the payment no longer has is not made: the later
 * transition has its own call. While an operator must decide about the payment, the call waits.
 */
function decideByState({ name, operationId }: HookCall, payment: Payment): CallDecision {
  const { state } = payment;
  if (name === 'onPaid') return decideFulfillment(payment);
  if (operationId !== null) return decideRefundCall(name, payment);
  if (state === 'review') return 'wait';
  if (isStillTrue(name, payment)) return 'call';
  return { withheldBecause: `${name} is not called, because the payment has become ${state}.` };
}

function isStillTrue(name: HookCall['name'], payment: Payment): boolean {
  if (name === 'onAuthorized') return payment.state === 'authorized';
  if (name === 'onEnded') return isEnded(payment);
  // Money that was taken back stays away in every other state.
  return payment.state !== 'paid';
}

/**
 * While the payment is being refunded, reversed or checked, the fulfillment waits. After a refund the fulfillment is
 * withheld, and only an operator can make it due again.
 */
function decideFulfillment(payment: Payment): CallDecision {
  const { state } = payment;
  if (mayFulfill(payment)) return 'call';
  if (isDisputed(payment) || state === 'refunding' || state === 'review' || state === 'reversed')
    return 'wait';
  return {
    withheldBecause: `The payment was ${state} before its order was fulfilled. The order is fulfilled only if an operator requeues the payment.`,
  };
}

/** A hook of a refund waits until `onPaid` has a result. A payment that was never paid has none. */
function decideRefundCall(name: HookCall['name'], payment: Payment): CallDecision {
  const { state, fulfillment } = payment;
  if (fulfillment.state === 'none') {
    if (state === 'review' || !isEnded(payment)) return 'wait';
    return {
      withheldBecause: `${name} is not called, because the payment was never paid. It is ${state}.`,
    };
  }
  const mayStillBeFulfilled = fulfillment.state === 'dead' && typeof decideFulfillment(payment) === 'string';
  return fulfillment.state === 'due' || mayStillBeFulfilled ? 'wait' : 'call';
}

/** Which calls are released. */
export interface ReleaseOptions {
  /**
   * True after a change of the payment: calls that have failed before may have waited for it too. A call that has waited
   * for another call has never failed.
   */
  readonly includesFailed?: boolean;
}

/** Makes calls of a payment due that have waited for another call or a change of it. They have kept the time of their lease. */
export async function releaseWaitingCalls(
  context: PaymentContext,
  payment: Payment,
  { includesFailed = false }: ReleaseOptions = {},
): Promise<void> {
  const { store, now, emit } = context;
  try {
    const at = now();
    const calls = (await store.list('hooks', payment.reference)).filter(
      (call) =>
        (includesFailed || (call.attempts === 0 && call.name !== 'onPaid')) && isWaiting(call, payment, at),
    );
    for (const hook of calls)
      await store.commit({ hooks: { change: [{ hook, change: { nextAttemptAt: at } }] } });
    // The sync that has changed the payment calls `onPaid` itself, or the next round does.
    if (calls.some(({ name }) => name !== 'onPaid')) context.startDueHooks();
  } catch (error) {
    emit({ level: 'error', event: 'store-failed', message: getErrorMessage(error), error });
  }
}

/** True for a call whose time can be that of a lease. */
function isWaiting({ name, state, nextAttemptAt }: DueHook, payment: Payment, now: number): boolean {
  const isLater = state === 'due' && nextAttemptAt !== null && nextAttemptAt > now;
  if (!isLater || name === 'refundSecondPayment') return false;
  // A change of the payment makes its fulfillment due, whenever the last attempt has failed.
  if (name === 'onPaid') return mayFulfill(payment);
  // While the shopper can try again, onEnded waits for the end of this time.
  const isPostponed = name === 'onEnded' && mayHaveRetried(payment, now);
  return !isPostponed && nextAttemptAt <= now + hookLeaseMs;
}

/** True if other calls of the payment may have waited for a call of this hook. Only the hooks of refunds wait for `onPaid`. */
export function mayHaveBlocked({ hooks }: Pick<PaymentContext, 'hooks'>, name: HookName): boolean {
  return name !== 'onPaid' || hooks.onRefunded !== undefined || hooks.onReversed !== undefined;
}

/** True if calls of a payment may have waited for this change of it. A payment without an outcome has none. */
export function mayRelease(before: Payment, after: Payment): boolean {
  const hasChanged =
    before.state !== after.state ||
    before.fulfillment.state !== after.fulfillment.state ||
    (isDisputed(before) && !isDisputed(after));
  return hasChanged && (!isUndecided(before.state) || after.fulfillment.state === 'withheld');
}
