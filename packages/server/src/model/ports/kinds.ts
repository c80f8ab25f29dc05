import type { ApprovalState, StoredApproval } from '../approval.ts';
import type { DueHook, HookName, HookOfPayment } from '../hook.ts';
import type { Operation, OperationKind, OperationState } from '../operations/operation.ts';
import type { StoredDiscrepancy } from '../payments/discrepancy.ts';
import type { FulfillmentState, Payment } from '../payments/payment.ts';
import type { Note } from '../payments/timeline.ts';
import type { OpeningAccount } from './account-store.ts';
import type { DueCallback, RejectedCallback, StoredCallback } from './callbacks.ts';
import type { StoredCard } from './card-store.ts';
import type { UnknownTransaction, UnknownTransactionReport } from './recovery-store.ts';

/** What a store finds by its key. */
export interface Found {
  /** By its reference. */
  readonly payment: Payment;
  /** By its id. */
  readonly operation: Operation;
  /** By its id. */
  readonly approval: StoredApproval;
  /** By its number at the gateway. Letter case is ignored. */
  readonly unknownTransaction: UnknownTransaction;
  /** The seed of the keys of cards, by the number of its period. */
  readonly cardSeed: string;
}

/** What a store inserts. */
export interface Inserted {
  /**
   * A new payment with its first timeline entry. It exists already if a payment has its reference, its order and attempt key, or its
   * order and ordinal. So of two processes that have listed the same payments of an order, one stores the next payment.
   */
  readonly payment: { readonly payment: Payment; readonly note: Note };
  /** An account, also in a store that is not open. A store without an owner then belongs to it. */
  readonly account: OpeningAccount;
  /** A request that a second person must approve. It exists already if one has its id. */
  readonly approval: StoredApproval;
  /**
   * A report of an unknown transaction. There is one row for each transaction number, without regard to letter case. If it exists
   * already, the report is counted and the status is updated.
   */
  readonly unknownTransaction: UnknownTransactionReport;
  /** If the customer has saved the card before, the stored one keeps its id and token and refers to the new payment. */
  readonly savedCard: StoredCard;
  /** The seed of a period, from which the keys that encrypt the cards of this period are derived. Older seeds are deleted. */
  readonly cardSeed: { readonly period: number; readonly seed: string; readonly deleteBefore: number };
  /** A rejected callback. The oldest ones are deleted if there are more than `maxCount`. */
  readonly rejectedCallback: { readonly callback: RejectedCallback; readonly maxCount: number };
}

/** What a store changes by its key, if the row has the values of `from`. */
export interface Changed {
  /** By its id. */
  readonly approval: {
    readonly from: Pick<StoredApproval, 'state'>;
    readonly to: Partial<
      Pick<StoredApproval, 'state' | 'decidedById' | 'decidedBy' | 'decidedAt' | 'reason' | 'request'>
    >;
  };
  /** By its number at the gateway. Letter case is ignored. */
  readonly unknownTransaction: {
    readonly from: { readonly resolution: null };
    readonly to: { readonly resolution: 'adopted' | 'dismissed'; readonly reason: string | null };
  };
  /** By its id. It is not changed if another card has the hashes of `to`. Null deletes the card. */
  readonly savedCard: {
    readonly from: Pick<StoredCard, 'customerKey'>;
    readonly to: Partial<Pick<StoredCard, 'customerKey' | 'cardKey' | 'token'>> | null;
  };
}

/** The kinds of rows that a store searches, each with its filter. The newest one is the first. */
export interface Searched {
  /** Payments. */
  readonly payments: { readonly item: Payment; readonly filter: PaymentFilter };
  /** Refunds, captures and payouts. */
  readonly operations: { readonly item: Operation; readonly filter: OperationFilter };
  /** Approvals in these states, at most 100. */
  readonly approvals: {
    readonly item: StoredApproval;
    readonly filter: { readonly states: readonly ApprovalState[] };
  };
  /** The discrepancies that no person has accepted. */
  readonly discrepancies: {
    readonly item: StoredDiscrepancy;
    readonly filter: { readonly reference?: string | undefined; readonly limit: number };
  };
  /** The unresolved transactions. With `orderPrefix`, only those with an equal prefix, at most 50. */
  readonly unknownTransactions: {
    readonly item: UnknownTransaction;
    readonly filter: { readonly orderPrefix?: string | undefined; readonly limit: number };
  };
  /** Callbacks that could not be verified. */
  readonly rejectedCallbacks: {
    readonly item: RejectedCallback;
    readonly filter: { readonly limit: number };
  };
  /** The cards of a customer that have a token, at most 50; or the card that was stored with a payment. */
  readonly savedCards: {
    readonly item: StoredCard;
    readonly filter: { readonly customerKey: string } | { readonly reference: string };
  };
}

/** A filter of payments. A payment must match every field that is set. */
export interface PaymentFilter {
  /** Only payments of the order with exactly this id. */
  readonly orderId?: string | undefined;
  /** Only payments of these orders, at most 500. */
  readonly orderIds?: readonly string[] | undefined;
  /** Only the payment with this number at the gateway. */
  readonly transactionNumber?: string | undefined;
  /** Only payments with one of these amounts, without or with the fee of the channel, in minor units. At most 10. */
  readonly sums?: readonly number[] | undefined;
  /**
   * Only payments that may need a decision of an operator: those in the states `review`, `reversed`, `authorized`, `unknown` and
   * `created`, paid ones that are not fulfilled, and those with a call of a hook that is `dead`, or with an undecided capture or refund.
   */
  readonly needsOperator?: true | undefined;
  /** Only the payment of the order that has this attempt key. */
  readonly attempt?: string | undefined;
  /** Only payments in one of these states. */
  readonly states?: readonly Payment['state'][] | undefined;
  /** Only payments whose fulfillment is in one of these states. */
  readonly fulfillments?: readonly FulfillmentState[] | undefined;
  /** Only payments that were created at or after this time, in milliseconds since the Unix epoch. */
  readonly since?: number | undefined;
  /** Only payments that were created before this time, in milliseconds since the Unix epoch. */
  readonly before?: number | undefined;
  /** True: only payments with a refund in any state. False: only payments without one. */
  readonly hasRefunds?: boolean | undefined;
  /** True: only payments with a refund whose outcome is unknown. False: only payments without one. */
  readonly hasUndecidedRefunds?: boolean | undefined;
  /** True: only payments with a capture whose outcome is unknown. False: only payments without one. */
  readonly hasUndecidedCaptures?: boolean | undefined;
  /** True: only payments with a call of a hook other than `onPaid` that is `dead`. False: only payments without one. */
  readonly hasDeadHooks?: boolean | undefined;
  /**
   * Only payments that follow this payment in the order of the list. The last payment of a page gives the
   * next page.
   */
  readonly after?: Pick<Payment, 'createdAt' | 'reference'> | undefined;
  /**
   * The maximum number of payments. Default 50, at most 500. The order is newest first, then by reference.
   */
  readonly limit?: number | undefined;
}

/** A filter of operations. An operation must match every field that is set. */
export interface OperationFilter {
  /** Only operations of this kind. */
  readonly kind?: OperationKind | undefined;
  /** Only operations in one of these states. */
  readonly states?: readonly OperationState[] | undefined;
  /** Only payouts whose beneficiary is not encrypted with the key that has this id. */
  readonly notSealedWith?: string | undefined;
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

/** Which payments are compared with the gateway again. */
export interface RecheckScope {
  /** The current time, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** The ages in days at which a payment is compared. */
  readonly ages: readonly number[];
}

/** What each queue of a store contains. */
export interface Leased {
  /** Callbacks that are not handled, by the time at which they are due. */
  readonly callbacks: DueCallback;
  /** Calls of hooks. A lease increments `attempts` before the work starts, so an attempt that crashes the process is counted. */
  readonly hooks: HookOfPayment;
  /** Operations whose `nextQueryAt` is due. */
  readonly operations: Operation;
  /** Payments whose `schedule.nextQueryAt` is due. */
  readonly payments: Payment;
  /**
   * Payments that have reached an age since the last call, the oldest first. Only payments with a transaction number and one of the
   * states of `recheckedStates` are leased. The first call for an age begins with the payments between this age and the next one.
   * The query of a leased payment is due at `until`, so a comparison is made also if the process ends.
   */
  readonly rechecks: Payment;
}

/** The time and the size of a lease. Times are milliseconds since the Unix epoch. */
export interface LeaseRequest {
  /** What is due at this time is leased. */
  readonly now: number;
  /** The end of the lease. */
  readonly until: number;
  /** The maximum number of items. */
  readonly limit: number;
}

/** The time and the size of a lease of payments to compare again. */
export interface RecheckRequest extends LeaseRequest, RecheckScope {
  /** The maximum number of comparisons per day in all processes. At most those of an hour are saved up. */
  readonly perDay: number;
}

/** How each queue of a store is leased. */
export interface LeaseRequests {
  /** Callbacks. */
  readonly callbacks: LeaseRequest;
  /** With `hooks`: only the calls of these hooks. */
  readonly hooks: LeaseRequest & { readonly hooks?: readonly HookName[] | undefined };
  /** Operations. */
  readonly operations: LeaseRequest;
  /**
   * If more than `limit` are due, `longestDue` of the leased ones have been due longest, and the others are those that were created
   * last. Default 0.
   */
  readonly payments: LeaseRequest & { readonly longestDue?: number | undefined };
  /** Payments to compare again. */
  readonly rechecks: RecheckRequest;
}

/** What a store lists for a reference, oldest first. */
export interface Listed {
  /** The verified callbacks. */
  readonly callbacks: StoredCallback;
  /** The calls of hooks in the order of their transitions. A call that has succeeded is deleted. */
  readonly hooks: DueHook;
  /** The timeline. */
  readonly notes: Note;
  /** The operations of every kind. */
  readonly operations: Operation;
  /** Only refunds. */
  readonly refunds: Operation;
  /** Only captures. */
  readonly captures: Operation;
  /** Only payouts. */
  readonly payouts: Operation;
}

/** The scope of an audit. */
export interface AuditScope {
  /**
   * The audit covers payments that were created and callbacks that were received since this time, in
   * milliseconds since the Unix epoch.
   */
  readonly since: number;
  /** The maximum number of references in each list. */
  readonly limit: number;
}

/** The facts that an audit compares. */
export interface AuditFacts {
  /** The number of fulfilled payments. */
  readonly checked: number;
  /** References of fulfilled payments whose timeline has no entry `order-fulfilled`. */
  readonly withoutNote: readonly string[];
  /**
   * References of fulfilled payments that have not reserved their order, and whose timeline has no entry
   * `fulfillment-requeued`.
   */
  readonly withoutOrder: readonly string[];
  /** Normalized references of stored callbacks that have no payment. */
  readonly callbacksWithoutPayment: readonly string[];
}

/** What a store reads about all rows of its account. */
export interface Facts {
  /**
   * When the oldest work became or becomes due, in milliseconds since the Unix epoch; null without work. Work is a callback to
   * handle, a payment or an operation to query, or a hook.
   */
  readonly oldestDueAt: { readonly request: readonly []; readonly fact: number | null };
  /** The milliseconds by which the comparisons of payments are late; 0 if they are not late by more than a day. */
  readonly recheckDelay: { readonly request: readonly [scope: RecheckScope]; readonly fact: number };
  /** What an audit compares. */
  readonly audit: { readonly request: readonly [scope: AuditScope]; readonly fact: AuditFacts };
  /**
   * The position of the store's history: the greatest id of a durable timeline entry, compared as text. The id begins with the
   * time of the entry, by the clock of the process that wrote it. The position never decreases in a store that is not restored. All
   * accounts have one history. Null before the first entry.
   */
  readonly historyPosition: { readonly request: readonly []; readonly fact: string | null };
  /** Whether the store contains the entry at a position of its history. */
  readonly hasHistoryPosition: { readonly request: readonly [position: string]; readonly fact: boolean };
}
