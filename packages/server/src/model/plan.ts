import { endSentence } from '@pgw/protocol/internal';
import type { CallChange, DueHook, NewHook } from './hook.ts';
import type { Operation, OperationChange } from './operations/operation.ts';
import type { OperationDiscrepancyCode, StoredDiscrepancy } from './payments/discrepancy.ts';
import type { PaymentChange, PaymentUpdateChange } from './payments/payment-change.ts';
import type { Payment } from './payments/payment.ts';
import type { Note } from './payments/timeline.ts';

/** The calls of hooks that a plan stores. */
export interface PlannedHooks {
  /** Calls that become due, in the order of their transitions. */
  readonly insert?: readonly NewHook[] | undefined;
  /** Changes of stored calls. The payment of `onPaid` has the same state afterwards. */
  readonly change?: readonly CallChange[] | undefined;
}

/** The operations that a plan stores. */
export interface PlannedOperations {
  /** New operations. An id that exists already, or an existing reference of a payout, is a conflict. */
  readonly insert?: readonly Operation[] | undefined;
  /** Changes by compare-and-set of `version`. */
  readonly change?:
    | readonly { readonly operation: Operation; readonly change: OperationChange }[]
    | undefined;
}

/** The change of a payment that was read. */
export interface PlannedPayment {
  /** The payment that was read. Compare-and-set compares its `version`. */
  readonly read: Payment;
  /**
   * The new values. An empty change increments only the version. `capturedAmount` follows the captures of the plan: the
   * store adds their difference.
   */
  readonly change: PaymentChange | PaymentUpdateChange;
  /** Set if the fulfillment becomes due: the payment then reserves its order, or `otherwise` is written. */
  readonly reservation?: Reservation | undefined;
  /** True to release the order of the payment, so that another payment can fulfill it. */
  readonly releasesOrder?: boolean | undefined;
}

/** What happens if another payment has reserved the order. It is decided while the order is locked. */
export interface Reservation {
  /** Written in place of the change, the notes and the hooks of the plan. */
  readonly otherwise: {
    readonly change: PaymentChange | PaymentUpdateChange;
    readonly notes: readonly Note[];
    readonly hooks?: readonly NewHook[] | undefined;
  };
}

/** What is written in one transaction: everything, or nothing. A plan may have further properties, which the store ignores. */
export interface Plan {
  /** Undefined: no payment is changed, for example for a payout. */
  readonly payment?: PlannedPayment | undefined;
  /** The refunds, captures and payouts that are inserted or changed. */
  readonly operations?: PlannedOperations | undefined;
  /** The entries that are added to the timeline. */
  readonly notes?: readonly Note[] | undefined;
  /** The calls of hooks that become due or change. */
  readonly hooks?: PlannedHooks | undefined;
  /** The discrepancies that are stored or accepted. */
  readonly discrepancies?:
    | {
        /**
         * Replaces the stored discrepancies that have one of the codes. A discrepancy that was accepted with the same message
         * stays accepted.
         */
        readonly set?: readonly FoundDiscrepancies[] | undefined;
        /** Marks discrepancies as accepted. One that is not stored, or accepted already, is a conflict. */
        readonly accept?: readonly Pick<StoredDiscrepancy, 'reference' | 'code'>[] | undefined;
      }
    | undefined;
  /**
   * Ids of stored callbacks that become handled. With a list, even an empty one, the plan waits for a lock of its payment
   * without holding a connection.
   */
  readonly endedCallbacks?: readonly string[] | undefined;
}

/** The discrepancies of one comparison. */
export interface FoundDiscrepancies {
  /** The reference of the payment or the payout. */
  readonly reference: string;
  /** The codes that the comparison looks for. A stored discrepancy that it has not found again is deleted. */
  readonly codes: readonly OperationDiscrepancyCode[];
  /** What was found. */
  readonly found: readonly StoredDiscrepancy[];
}

/** A plan that was written. */
export interface Committed {
  /** The payment after the write. Undefined if the plan has none. */
  readonly payment: Payment | undefined;
  /** The inserted operations, then the changed ones, after the write. */
  readonly operations: readonly Operation[];
  /**
   * The discrepancies that were not stored with the same message before. Of several writers, one receives each of them.
   */
  readonly discrepancies: readonly StoredDiscrepancy[];
  /** True if another payment has reserved the order, so that `otherwise` of the reservation was written. */
  readonly isWithheld: boolean;
  /** The call whose work has run. */
  readonly hook?: DueHook | undefined;
  /** The error of the work. If it is set, the hook is still due. */
  readonly failure?: { readonly error: unknown } | undefined;
}

/** Returns the reservation of a payment that becomes paid: if another payment has reserved the order, it is withheld. */
export function createReservation({
  change,
  notes,
}: {
  readonly change: PaymentUpdateChange;
  readonly notes: readonly Note[];
}): Reservation {
  return {
    otherwise: {
      change: { ...change, fulfillment: { state: 'withheld' } },
      notes: notes.map((note, index) =>
        index === notes.length - 1
          ? { ...note, text: `${endSentence(note.text)} The order is paid by another payment.` }
          : note,
      ),
    },
  };
}
