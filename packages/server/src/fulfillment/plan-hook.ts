import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import { getRetryEnd } from '../model/payments/hosted-session.ts';
import type { PaymentChange, PaymentUpdateChange } from '../model/payments/payment-change.ts';
import { isAllowedTransition, isEndedState, type Payment } from '../model/payments/payment.ts';
import type { Note } from '../model/payments/timeline.ts';
import { toPaidHook, type DueHook, type TransitionHook } from '../model/hook.ts';
import { hookLeaseMs } from '../model/schedule.ts';
import { createHookWork, type WorkReport } from './run-hook.ts';
import { findTransition, type Transition } from './transition-hook.ts';

/** An update's change, and the hook of its transition. */
export interface HookPlan {
  readonly change: PaymentUpdateChange;
  readonly hook?: TransitionHook<unknown> | undefined;
  /** What is known about the work of the hook, if there is one. */
  readonly report?: WorkReport | undefined;
}

/**
 * Adds the hook of a transition to an update. With `isFirstTry` it runs in the transaction of the update, and its
 * attempt is counted only if it fails.
 */
export function planHook(
  context: PaymentContext,
  payment: Payment,
  change: PaymentUpdateChange,
  { isFirstTry = false }: { readonly isFirstTry?: boolean } = {},
): HookPlan {
  const attempt = { attempts: 1, nextAttemptAt: context.now() + hookLeaseMs };
  const withWork = (hook: DueHook): Pick<HookPlan, 'hook' | 'report'> => {
    const due = { ...hook, ...attempt };
    const work = createHookWork(context, due);
    return { hook: { due, work }, report: work };
  };
  if (change.fulfillment?.state === 'due') {
    if (!isFirstTry) return { change };
    return {
      change: { ...change, fulfillment: { ...change.fulfillment, ...attempt } },
      ...withWork(toPaidHook(payment)),
    };
  }
  // While the shopper can try again on the hosted page, a failed payment has not ended, and it is queried further.
  const mayRetry =
    change.state !== undefined && isEndedState(change.state) && change.schedule?.nextQueryAt != null;
  const transition = findTransition(context, payment, change, mayRetry ? getRetryEnd(payment) : undefined);
  if (transition === undefined) return { change };
  const { hook, transitions } = transition;
  const isDueNow = hook.nextAttemptAt !== null && hook.nextAttemptAt <= context.now();
  return {
    change: { ...change, transitions },
    ...(isFirstTry && isDueNow ? withWork(hook) : { hook: { due: hook } }),
  };
}

/**
 * Writes a change of a payment by compare-and-set, and stores the hook of its transition as due. Resolves with undefined
 * when the payment has changed since it was read.
 */
export async function updateWithHook(
  context: PaymentContext,
  payment: Payment,
  change: PaymentChange,
  note: Note,
): Promise<Payment | undefined> {
  const transition: Transition | undefined = findTransition(context, payment, change);
  if (transition === undefined) return context.store.updatePayment(payment, change, note);
  const { transitions, hook } = transition;
  const updatedPayment = await context.store.updatePayment(payment, { ...change, transitions }, note, hook);
  if (updatedPayment !== undefined) context.startDueHooks();
  return updatedPayment;
}

/**
 * Writes a change like {@link updateWithHook}. If the payment has changed since it was read, it is read again. Writes
 * `otherwise` if its state does not allow the new one.
 */
export async function storeAllowedChange(
  context: PaymentContext,
  payment: Payment,
  changes: { readonly change: PaymentChange; readonly otherwise: PaymentChange; readonly note: Note },
): Promise<Payment> {
  const { change, otherwise, note } = changes;
  const isAllowed = change.state === undefined || isAllowedTransition(payment.state, change.state);
  const updatedPayment = await updateWithHook(context, payment, isAllowed ? change : otherwise, note);
  return updatedPayment ?? storeAllowedChange(context, await reloadPayment(context, payment), changes);
}
