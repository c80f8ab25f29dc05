import type { PayoutBeneficiary } from './operations/payouts.ts';

/** Every {@link ApprovalState}. */
export const approvalStates = ['waiting', 'approved', 'done', 'rejected'] as const;

/**
 * The state of a request that a second person must approve. `approved`: the operation may not have been requested yet, because the
 * process has ended. `done`: the operation is stored; it has its own outcome.
 */
export type ApprovalState = (typeof approvalStates)[number];

/** The operations that a second person can approve. */
export const approvalKinds = ['refund', 'payout'] as const;

/** A person of the shop. */
export interface Person {
  /** The id of the person in the shop. A request and its approval have different ids. */
  readonly id: string;
  /** The name in the timeline. */
  readonly name: string;
}

/** A request for a refund or a payout that a second person must approve. */
export interface Approval {
  /** The id of the request, and of the operation that it becomes. */
  readonly id: string;
  /** What is requested. */
  readonly kind: (typeof approvalKinds)[number];
  /** The reference of the payment of a refund. Null for a payout. */
  readonly reference: string | null;
  /** In minor units. */
  readonly amount: number;
  /** The currency of the amount. */
  readonly currencyCode: string;
  /** The state of the request. */
  readonly state: ApprovalState;
  /** The id of the person who has requested it. */
  readonly requestedById: string;
  /** The name of the person who has requested it. */
  readonly requestedBy: string;
  /** In milliseconds since the Unix epoch. */
  readonly requestedAt: number;
  /** The id of the person who has approved or rejected it. Null before that. */
  readonly decidedById: string | null;
  /** The name of the person who has approved or rejected it. Null before that. */
  readonly decidedBy: string | null;
  /** In milliseconds since the Unix epoch. Null before the decision. */
  readonly decidedAt: number | null;
  /** Why it was rejected, by a person or by a rule of the operation. Null otherwise. */
  readonly reason: string | null;
  /** The beneficiary of a payout before it is done, with a masked number and name. Null otherwise, and if no key decrypts the request. */
  readonly beneficiary: PayoutBeneficiary | null;
  /** The reason of a refund, or the description of a payout, before it is done. Null otherwise. */
  readonly purpose: string | null;
}

/** An approval in the store. */
export interface StoredApproval extends Omit<Approval, 'beneficiary' | 'purpose'> {
  /** The options of the operation, encrypted. Null after it is done or rejected. */
  readonly request: string | null;
}
