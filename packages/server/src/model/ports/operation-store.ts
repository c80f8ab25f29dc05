import type { StoredDiscrepancy } from '../payments/discrepancy.ts';
import type { Operation, OperationKind, OperationState } from '../operations/operation.ts';

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

/**
 * The methods of a store for refunds, captures and payouts.
 *
 * @experimental A minor version can change it.
 */
export interface OperationStore {
  /** Resolves with the operation that has this id, or with undefined. */
  findOperation(id: string): Promise<Operation | undefined>;
  /** The operations that match a filter, newest first. */
  findOperations(filter: OperationFilter): Promise<Operation[]>;
  /** The discrepancies that no person has accepted, newest first. */
  listDiscrepancies(filter: {
    readonly reference?: string | undefined;
    readonly limit: number;
  }): Promise<StoredDiscrepancy[]>;
}
