import type { ApprovalState, StoredApproval } from '../approval.ts';

/** The change of an approval. */
export type ApprovalChange = Partial<
  Pick<StoredApproval, 'state' | 'decidedById' | 'decidedBy' | 'decidedAt' | 'reason' | 'request'>
>;

/**
 * The methods of a store for requests that a second person must approve.
 *
 * @experimental A minor version can change it.
 */
export interface ApprovalStore {
  /** Stores a request. Resolves with false, without a write, when there is one with this id. */
  insertApproval(approval: StoredApproval): Promise<boolean>;
  /** Resolves with the request that has this id, or with undefined. */
  findApproval(id: string): Promise<StoredApproval | undefined>;
  /** The requests in these states, newest first, at most 100. */
  listApprovals(states: readonly ApprovalState[]): Promise<StoredApproval[]>;
  /** Changes a request by compare-and-set. Resolves with false, without a write, when it is no longer in the state `from`. */
  changeApproval(id: string, from: ApprovalState, change: ApprovalChange): Promise<boolean>;
}
