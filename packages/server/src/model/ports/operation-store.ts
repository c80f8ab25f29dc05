import type { DueHook } from '../hook.ts';
import type { Payment } from '../payments/payment.ts';
import type { Note } from '../payments/timeline.ts';
import type { OperationDiscrepancyCode, StoredDiscrepancy } from '../payments/discrepancy.ts';
import type { Operation, OperationChange, OperationKind, OperationState } from '../operations/operation.ts';

/** A filter of operations. An operation must match every field that is set. */
export interface OperationFilter {
  /** Only operations of this kind. */
  readonly kind?: OperationKind | undefined;
  /** Only operations in one of these states. */
  readonly states?: readonly OperationState[] | undefined;
  /** True: only operations without a final outcome. */
  readonly isOpen?: true | undefined;
  /** Only operations that were stored before this time, in milliseconds since the Unix epoch. */
  readonly before?: number | undefined;
  /**
   * Only operations that follow this operation in the order of the list. The last operation of a page gives the next
   * page.
   */
  readonly after?: Pick<Operation, 'createdAt' | 'id'> | undefined;
  /** The maximum number of operations. Default 50, at most 500. The order is newest first, then by id. */
  readonly limit?: number | undefined;
}

/** The changes of a comparison with the gateway. */
export interface OperationWrites {
  /** Imported operations. */
  readonly inserts: readonly Operation[];
  /** Changes by compare-and-set. */
  readonly updates: readonly { readonly operation: Operation; readonly change: OperationChange }[];
  /** Timeline entries. */
  readonly notes: readonly Note[];
  /** Calls of hooks that become due. */
  readonly hooks: readonly DueHook[];
  /** When the sweep queries the payment at the latest, unless it is updated before. */
  readonly paymentQueryAt: number;
}

/**
 * The methods of a store for refunds, captures and payouts.
 *
 * @experimental A minor version can change it.
 */
export interface OperationStore {
  /**
   * Stores a new operation. For a refund or a capture, `payment` is the payment that was read. The sweep queries it when
   * it queries the operation, unless it is updated before. The amount of a
   * capture is added to the payment's `capturedAmount`. Resolves with false, without a write, when the id exists
   * already, the payment's `version` has changed, or another payout has the reference.
   */
  insertOperation(operation: Operation, note: Note, payment?: Payment): Promise<boolean>;
  /** Resolves with the operation that has this id, or with undefined. */
  findOperation(id: string): Promise<Operation | undefined>;
  /** The operations with the reference of a payment or a payout, oldest first. */
  listOperations(reference: string, kind?: OperationKind): Promise<Operation[]>;
  /** The operations that match a filter, newest first. */
  findOperations(filter: OperationFilter): Promise<Operation[]>;
  /**
   * Writes a change by compare-and-set, like `updatePayment`. A capture that moves another amount than before, or
   * none, changes the payment's `capturedAmount`. `hook` becomes due in the same transaction.
   */
  updateOperation(
    operation: Operation,
    change: OperationChange,
    note?: Note,
    hook?: DueHook,
  ): Promise<Operation | undefined>;
  /**
   * Writes the result of a comparison in one transaction, and increments the `version` of the payment. Resolves
   * with false, without a write, when the payment or one of the operations has changed since it was read, or an
   * id exists already. Therefore two comparisons never assign one refund of the gateway twice.
   */
  writeOperations(payment: Payment, writes: OperationWrites): Promise<boolean>;
  /** Leases operations whose `nextQueryAt` is due, like `leasePaymentsToQuery`. */
  leaseOperationsToQuery(now: number, until: number, limit: number): Promise<Operation[]>;

  /**
   * Replaces the discrepancies of a payment that have one of these codes. A discrepancy that was accepted with the
   * same message stays accepted. Resolves with the written ones that were not stored with the same message before. Of
   * several writers, one receives each of them.
   */
  setDiscrepancies(
    reference: string,
    codes: readonly OperationDiscrepancyCode[],
    discrepancies: readonly StoredDiscrepancy[],
  ): Promise<StoredDiscrepancy[]>;
  /** The discrepancies that no person has accepted, newest first. */
  listDiscrepancies(filter: {
    readonly reference?: string | undefined;
    readonly limit: number;
  }): Promise<StoredDiscrepancy[]>;
  /** Marks a discrepancy as accepted. Resolves with false when there is no such discrepancy. */
  acceptDiscrepancy(discrepancy: Pick<StoredDiscrepancy, 'reference' | 'code'>, note: Note): Promise<boolean>;
}
