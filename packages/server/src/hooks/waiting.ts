import type { PaymentContext } from '../engine/payment-context.ts';
import { getErrorMessage } from '../model/error-message.ts';
import type { DueHook, HookName } from '../model/hook.ts';
import { isDisputed } from '../model/payments/discrepancy.ts';
import { mayHaveRetried } from '../model/payments/hosted-session.ts';
import { isUndecided } from '../model/payments/payment-state.ts';
import { type Payment } from '../model/payments/payment.ts';
import { hookLeaseMs } from '../model/schedule.ts';
import { mayFulfill } from './order.ts';

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
