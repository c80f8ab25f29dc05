import { updatePayment } from '../engine/change-payment.ts';
import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import type { PaymentChange, PaymentUpdateChange } from '../model/payments/payment-change.ts';
import { isAllowedTransition, type Payment } from '../model/payments/payment.ts';
import type { Note } from '../model/payments/timeline.ts';
import { createReservation, type Reservation } from '../model/plan.ts';
import { findTransition, type Transition } from './transition-hook.ts';

/** Returns the reservation of a change that makes the fulfillment due, or undefined. */
export function planReservation(
  change: PaymentUpdateChange,
  notes: readonly Note[],
): Reservation | undefined {
  return change.fulfillment?.state === 'due' ? createReservation({ change, notes }) : undefined;
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
  if (updatedPayment !== undefined) context.startDueHooks();
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
