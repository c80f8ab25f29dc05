import { foldReference } from '@pgw/protocol';
import { applyChange } from '../../../payments/payment-change.ts';
import type { Payment } from '../../../payments/payment.ts';
import type { SettledPayment, Settlement } from '../../../payments/store.ts';
import type { Note } from '../../../payments/timeline.ts';

/** A settlement whose row is locked, and the resulting payment. */
export interface LockedSettlement<Tx> {
  readonly settlement: Settlement<Tx>;
  readonly payment: Payment;
  readonly isWithheld: boolean;
}

/** A settlement whose work has run or failed. */
export type FinishedSettlement<Tx> = LockedSettlement<Tx> & { readonly failure: SettledPayment['failure'] };

/** Returns the payment of a settlement. */
export function getPayment({ payment }: { readonly payment: Payment }): Payment {
  return payment;
}

/**
 * Applies the change of a settlement. The fulfilment is withheld if another payment has claimed the order.
 * `claims` has the folded reference of the claiming payment by order id.
 */
export function applyClaim<Tx>(
  settlement: Settlement<Tx>,
  claims: ReadonlyMap<string, string>,
): LockedSettlement<Tx> {
  const { payment, change, fulfil } = settlement;
  const changedPayment = applyChange(payment, change);
  if (change.fulfilment?.state !== 'due') return { settlement, payment: changedPayment, isWithheld: false };
  if (claims.get(payment.orderId) !== foldReference(payment.reference)) {
    return {
      settlement,
      payment: { ...changedPayment, fulfilment: endFulfilment('withheld', payment) },
      isWithheld: true,
    };
  }
  const fulfilment = fulfil === undefined ? changedPayment.fulfilment : endFulfilment('done', payment);
  return { settlement, payment: { ...changedPayment, fulfilment }, isWithheld: false };
}

/** Returns a fulfilment without a further attempt. The attempt of this transaction is not counted. */
function endFulfilment(state: 'done' | 'withheld', { fulfilment }: Payment): Payment['fulfilment'] {
  return { state, attempts: fulfilment.attempts, nextAttemptAt: null };
}

/** Applies the change of a settlement whose work has failed: its fulfilment stays due. */
export function withFailure<Tx>(
  lockedSettlement: LockedSettlement<Tx>,
  error: unknown,
): FinishedSettlement<Tx> {
  const { payment, change } = lockedSettlement.settlement;
  return { ...lockedSettlement, payment: applyChange(payment, change), failure: { error } };
}

/** Returns the timeline entries of a settlement. */
export function toNotes<Tx>({ settlement, payment, isWithheld }: FinishedSettlement<Tx>): readonly Note[] {
  const { notes, fulfil } = settlement;
  if (isWithheld) {
    return notes.map((note, index) =>
      index === notes.length - 1
        ? { ...note, text: `${note.text} The order is paid by another payment.` }
        : note,
    );
  }
  const isDone = fulfil !== undefined && payment.fulfilment.state === 'done';
  return isDone ? [...notes, fulfil.note] : notes;
}
