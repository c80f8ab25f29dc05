import { updatePayment } from '../engine/change-payment.ts';
import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import { createHookCall, isOwn, type HookCall, type HookName, type NewHook } from '../model/hook.ts';
import type { PaymentChange } from '../model/payments/payment-change.ts';
import { type PaymentState, isAllowedTransition, isEndedState } from '../model/payments/payment-state.ts';
import { type Payment } from '../model/payments/payment.ts';
import type { Note } from '../model/payments/timeline.ts';

/** A transition of a payment for which a shop may have a hook other than `onPaid`. */
export interface Transition {
  /** `transitions` of the payment after the change. */
  readonly transitions: number;
  readonly hook: NewHook;
}

interface StateChange {
  readonly state?: PaymentState | undefined;
}

/** Finds the hook for a change of a payment. A transition that is rolled back and repeated has the same key. */
export function findTransition(
  {
    hooks,
    now,
  }: { readonly hooks: Readonly<Partial<Record<HookName, unknown>>>; readonly now: () => number },
  payment: Payment,
  change: StateChange,
  notBefore?: number,
): Transition | undefined {
  const kind = findKind(payment, change);
  if (kind === undefined) return undefined;
  const { reference } = payment;
  const transitions = payment.transitions + 1;
  const key = `${reference}-${suffixes[kind.name]}-${transitions}`;
  const call = { ...kind, key, reference, operationId: null, notBefore };
  return { transitions, hook: createHookCall(hooks, call, now()) };
}

type TransitionHookName = Exclude<HookName, 'onPaid' | 'onRefunded' | 'refundSecondPayment'>;

const suffixes: Readonly<Record<TransitionHookName, string>> = {
  onAuthorized: 'authorized',
  onEnded: 'ended',
  onReversed: 'reversed',
};

function findKind(
  payment: Payment,
  { state = payment.state }: StateChange,
): (Pick<HookCall, 'reason'> & { readonly name: TransitionHookName }) | undefined {
  // The state before a review has had its hook already.
  const stateBefore = payment.state === 'review' ? payment.discrepancy?.stateBefore : payment.state;
  if (state === stateBefore || state === payment.state) return undefined;
  if (state === 'authorized') return { name: 'onAuthorized', reason: null };
  if (state === 'reversed') return { name: 'onReversed', reason: null };
  if (isEndedState(state))
    return stateBefore != null && isEndedState(stateBefore) ? undefined : { name: 'onEnded', reason: state };
  // The fulfillment of a payment that was never stored as paid is `none`.
  if (state === 'refunded' && payment.fulfillment.state === 'none')
    return { name: 'onEnded', reason: 'voided' };
  return undefined;
}

/** Writes a change of a payment by compare-and-set, and stores the hook of its transition as due. */
export async function updateWithHook(
  context: PaymentContext,
  payment: Payment,
  change: PaymentChange,
  note: Note,
): Promise<Payment | undefined> {
  const transition: Transition | undefined = findTransition(context, payment, change);
  if (transition === undefined) return updatePayment(context, payment, change, { note });
  const { transitions, hook } = transition;
  const updatedPayment = await updatePayment(context, payment, { ...change, transitions }, { note, hook });
  if (updatedPayment !== undefined && isOwn(hook)) context.startDueHooks();
  return updatedPayment;
}

/** Writes a change like {@link updateWithHook}. Writes `otherwise` if its state does not allow the new one. */
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
