import { normalizeReference, PgwError } from '@pgw/protocol';
import { applyChange } from '../../../model/payments/payment-change.ts';
import type { DueHook, HookChange, HookWork, Refusal } from '../../../model/hook.ts';
import type { Payment } from '../../../model/payments/payment.ts';
import type { UpdatedPayment, PaymentUpdate } from '../../../model/ports/store.ts';
import type { Note } from '../../../model/payments/timeline.ts';

/** An update whose row is locked, and the resulting payment. */
export interface LockedUpdate<Tx> {
  readonly update: PaymentUpdate<Tx>;
  readonly payment: Payment;
  readonly isWithheld: boolean;
  /** The work of the hook. Undefined if the transition has no hook, or the hook runs later. */
  readonly work: HookWork<Tx> | undefined;
  /** The change of the call, if the hook does not run now because of an earlier call of the payment. */
  readonly held?: HookChange | undefined;
}

/** An update whose work has run or failed. */
export type FinishedUpdate<Tx> = LockedUpdate<Tx> & {
  readonly failure: UpdatedPayment['failure'];
  readonly refusal?: Refusal | undefined;
};

/** Returns the payment of an update. */
export function getPayment({ payment }: { readonly payment: Payment }): Payment {
  return payment;
}

/**
 * Applies the change of an update. The fulfillment is withheld if another payment has reserved the order.
 * `reservations` has the normalized reference of the reserving payment by order id.
 */
export function applyReservation<Tx>(
  update: PaymentUpdate<Tx>,
  reservations: ReadonlyMap<string, string | null>,
): LockedUpdate<Tx> {
  const { payment, change, hook } = update;
  const work = hook?.work;
  const changedPayment = applyChange(payment, change);
  if (!isReservation(update)) return { update, payment: changedPayment, isWithheld: false, work };
  if (reservations.get(payment.orderId) !== normalizeReference(payment.reference)) {
    const withheldPayment = { ...changedPayment, fulfillment: endFulfillment('withheld', payment) };
    return { update, payment: withheldPayment, isWithheld: true, work: undefined };
  }
  const fulfillment = work === undefined ? changedPayment.fulfillment : endFulfillment('done', payment);
  return { update, payment: { ...changedPayment, fulfillment }, isWithheld: false, work };
}

/** Returns the normalized reference of the payment of an update. */
export function getReferenceKey<Tx>({ payment }: PaymentUpdate<Tx>): string {
  return normalizeReference(payment.reference);
}

/**
 * True if the hook of an update may have to wait for an earlier call. `onPaid` never does: the calls before it are
 * about states that the payment no longer has.
 */
export function hasOrderedCall<Tx>({ hook }: PaymentUpdate<Tx>): boolean {
  return hook?.work?.check !== undefined && hook.due.name !== 'onPaid';
}

/** Removes the work of a hook that waits for an earlier call of its payment. `calls` are the stored calls. */
export function holdCall<Tx>(lockedUpdate: LockedUpdate<Tx>, calls: readonly DueHook[]): LockedUpdate<Tx> {
  const { update, payment, work } = lockedUpdate;
  if (!hasOrderedCall(update)) return lockedUpdate;
  const key = getReferenceKey(update);
  const hold = work?.check?.(
    payment,
    calls.filter(({ reference }) => reference === key),
  );
  return hold === undefined ? lockedUpdate : { ...lockedUpdate, work: undefined, held: hold.change };
}

/** Creates the error of an update whose payment stays locked. */
export function createLockedError({ reference }: Payment): PgwError {
  const message =
    `Payment ${reference} is locked by another transaction, possibly by a long hook. Nothing was written. The call may be repeated. ` +
    'Keep hooks short: write with tx, and move long work to a job.';
  return new PgwError('store-unavailable', message, { retryable: true, ids: { reference } });
}

/** True if an update makes the fulfillment due, so that its payment reserves the order. */
export function isReservation<Tx>({ change }: PaymentUpdate<Tx>): boolean {
  return change.fulfillment?.state === 'due';
}

/** True if the hook of an update needs the status of the order, so that the order is locked. */
export function needsOrder<Tx>({ hook }: PaymentUpdate<Tx>): boolean {
  return hook?.work?.needsOrder === true;
}

/** Returns a fulfillment without a further attempt. The attempt of this transaction is not counted. */
function endFulfillment(state: 'done' | 'withheld', { fulfillment }: Payment): Payment['fulfillment'] {
  return { state, attempts: fulfillment.attempts, nextAttemptAt: null };
}

/** Applies the change of an update whose work has failed: its hook stays due. */
export function withFailure<Tx>(lockedUpdate: LockedUpdate<Tx>, error: unknown): FinishedUpdate<Tx> {
  const { payment, change } = lockedUpdate.update;
  return { ...lockedUpdate, payment: applyChange(payment, change), failure: { error } };
}

/** Applies the change of an update whose work has refused the payment. */
export function withRefusal<Tx>(lockedUpdate: LockedUpdate<Tx>, refusal: Refusal): FinishedUpdate<Tx> {
  const { payment, change } = lockedUpdate.update;
  const refusedPayment = { ...applyChange(applyChange(payment, change), refusal.change) };
  return {
    ...lockedUpdate,
    payment: { ...refusedPayment, version: payment.version + 1 },
    failure: undefined,
    refusal,
  };
}

/** Returns the timeline entries of an update. */
export function toNotes<Tx>({
  update,
  isWithheld,
  work,
  failure,
  refusal,
}: FinishedUpdate<Tx>): readonly Note[] {
  const { notes } = update;
  if (isWithheld) {
    return notes.map((note, index) =>
      index === notes.length - 1
        ? { ...note, text: `${note.text} The order is paid by another payment.` }
        : note,
    );
  }
  return work !== undefined && failure === undefined ? [...notes, refusal?.note ?? work.note] : notes;
}

/** Returns the hook that is stored as due: it had no work, or its work has failed. `onPaid` is stored with the payment. */
export function toDueHooks<Tx>({ update, work, held, failure }: FinishedUpdate<Tx>): readonly DueHook[] {
  const due = update.hook && { ...update.hook.due, ...held };
  const isDue = work === undefined || failure !== undefined;
  return due !== undefined && due.name !== 'onPaid' && isDue ? [due] : [];
}
