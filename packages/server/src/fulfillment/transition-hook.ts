import { isEndedState, type Payment } from '../model/payments/payment.ts';
import { type PaymentState } from '../model/payments/payment-state.ts';
import type { DueHook, HookCall, HookName } from '../model/hook.ts';

/** A transition of a payment for which the shop has a hook other than `onPaid`. */
export interface Transition {
  /** `transitions` of the payment after the change. */
  readonly transitions: number;
  readonly hook: DueHook;
}

/** The change of a payment that is a transition. */
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
  if (kind === undefined || hooks[kind.name] === undefined) return undefined;
  const { reference } = payment;
  const transitions = payment.transitions + 1;
  const key = `${reference}-${suffixes[kind.name]}-${transitions}`;
  const hook: DueHook = {
    ...kind,
    key,
    reference,
    operationId: null,
    state: 'due',
    attempts: 0,
    nextAttemptAt: notBefore ?? now(),
  };
  return { transitions, hook };
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
