import type { FulfillmentState, Payment } from '../payments/payment.ts';
import type { OrderPrice } from '../payments/order-price.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { AccountStore } from './account-store.ts';
import type { Quota, Retention } from './all-accounts.ts';
import type { OperationStore } from './operation-store.ts';
import type { CardStore } from './card-store.ts';
import type { RecheckStore } from './recheck-store.ts';
import type { ErasureStore } from './erasure-store.ts';
import type { RecoveryStore } from './recovery-store.ts';
import type { DueHook, FirstTry, HookName, HookOfPayment } from '../hook.ts';
import type { Operation } from '../operations/operation.ts';
import type { Committed, Plan } from '../plan.ts';
import type { DurabilityFinding } from './durability.ts';
import type { HookStore } from './hook-store.ts';
import type { Note } from '../payments/timeline.ts';

/**
 * A verified callback in the store.
 *
 * @experimental A minor version can change it.
 */
export interface StoredCallback {
  /** The reference of the payment. Letter case is ignored. */
  readonly reference: string;
  /** The gateway's number of the transaction in the callback. Empty when it cannot be read. */
  readonly transactionNumber: string;
  /**
   * The status in the callback, or -1 when it cannot be read. It only causes a query, and the gateway's record determines
   * the state.
   */
  readonly status: number;
  /** The body as it was received, without the token of a saved card. */
  readonly rawBody: string;
  /** The signature header as it was received. */
  readonly signature: string;
  /** When the callback arrived, in milliseconds since the Unix epoch. */
  readonly receivedAt: number;
}

/** A callback that is stored and not handled yet. */
export interface DueCallback extends Pick<
  StoredCallback,
  'reference' | 'transactionNumber' | 'status' | 'rawBody' | 'receivedAt'
> {
  /** The id in the store. */
  readonly id: string;
}

/** The result of storing a callback. */
export interface CallbackReceipt {
  /** The id of the callback in the store. */
  readonly id: string;
  /** The payment of the callback, as it is stored. */
  readonly payment: Payment;
}

/** The status of a callback whose status cannot be read. */
export const unreadableStatus = -1;

/** A callback that could not be verified. A limited number is kept for an operator. */
export interface RejectedCallback {
  /** The reason: the payment is unknown, the signature is invalid, or the body is malformed. */
  readonly verdict: 'unknown-payment' | 'invalid-signature' | 'invalid-callback';
  /** The first 2,000 characters. */
  readonly rawBody: string;
  /** The first 200 characters of the signature header; null when the request had none. */
  readonly signature: string | null;
  /** When the callback arrived, in milliseconds since the Unix epoch. */
  readonly receivedAt: number;
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
}

/** The time and the size of a lease. Times are milliseconds since the Unix epoch. */
export interface LeaseRequest {
  /** What is due at this time is leased. */
  readonly now: number;
  /** The end of the lease. */
  readonly until: number;
  /** The maximum number of items. */
  readonly limit: number;
  /**
   * Only for payments: if more than `limit` are due, this number of the leased ones has been due longest, and the others are
   * those that were created last. Default 0.
   */
  readonly longestDue?: number | undefined;
  /** Only for hooks: only the calls of these hooks are leased. Default: all. */
  readonly hooks?: readonly HookName[] | undefined;
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

/**
 * The interface that every store of payments implements. The test suite in `@pgw/server/testing` checks an
 * implementation.
 *
 * When a method resolves, its writes survive a crash. References are compared without regard to letter case.
 * `Tx` is the handle with which `onPaid` writes in the transaction that marks the payment fulfilled.
 *
 * Every method rejects with a PgwError `store-unavailable` when the store cannot be reached. Nothing was
 * written then, unless the connection ended during a commit: the write may then be in the store.
 */
export interface Store<Tx = unknown>
  extends
    AccountStore,
    ApprovalStore,
    CardStore,
    RecoveryStore,
    OperationStore,
    ErasureStore,
    RecheckStore,
    HookStore<Tx> {
  /** Returns a store of the same database for another account, which its `open` finds. `close` closes both. */
  forAnotherAccount(): Store<Tx>;
  /** Closes what `open` opened. */
  close(): Promise<void>;
  /** Reads why a power failure can lose what the store has confirmed. Without it, nothing is reported at boot. */
  findDurabilityRisks?(): Promise<readonly DurabilityFinding[]>;

  /**
   * Stores a new payment. Resolves with false, without a write, when a payment with its reference, with its
   * order and attempt key, or with its order and ordinal exists already. So of two processes that have listed
   * the same payments of an order, one stores the next payment.
   */
  insertPayment(payment: Payment, note: Note): Promise<boolean>;
  /** Resolves with the payment that has this reference, or with undefined. */
  findPayment(reference: string): Promise<Payment | undefined>;
  /** The payments that match a filter, newest first. */
  findPayments(filter: PaymentFilter): Promise<Payment[]>;
  /**
   * Writes a plan in one transaction. Resolves with undefined, without a write, when something that the plan has read has
   * changed since: read again, and plan again. Several plans may share a transaction. A plan with only a payment and its
   * change is one statement.
   *
   * A reservation reserves the payment's order, because only one payment fulfills an order. `work` is the first try of the
   * call of `plan.hooks.insert` with its key. It runs in the same transaction, while the payment is locked, unless its `check`
   * holds the call. After a success the call is not stored; for `onPaid`, the fulfillment is `done`. When the work throws,
   * its writes are rolled back, the rest of the plan is kept, and the call is stored as due.
   *
   * While another transaction has locked the payment, the call waits for a limited time, without holding a
   * connection. Then it rejects with `store-unavailable`.
   */
  commit(plan: Plan, work?: FirstTry<Tx>): Promise<Committed | undefined>;
  /**
   * Stores the price of an order as `changedPrice` of each payment of the order that may become paid and has another
   * price. A payment with this price has none. `pricedAt` is when the price was requested from the shop, and a payment with
   * later `pricedAt` is not changed. Increments the version of each changed payment. Resolves with false
   * when no payment was changed.
   */
  setOrderPrice(orderId: string, price: OrderPrice, pricedAt: number): Promise<boolean>;
  /**
   * Stores a callback and resolves with its id. The callback is due at `dueAt`, unless it is handled
   * before that time. The call does not wait for locks on the payment. Several callbacks may share a
   * transaction.
   */
  insertCallback(callback: StoredCallback, dueAt: number): Promise<string>;
  /**
   * Stores a callback like `insertCallback`, and resolves with its id and its payment. The reference may be
   * in any letter case. Resolves with undefined, without a write, when there is no such payment or its
   * callback URL differs.
   */
  receiveCallback(
    callback: StoredCallback,
    options: { readonly callbackUrl: string; readonly dueAt: number },
  ): Promise<CallbackReceipt | undefined>;
  /** Releases the leases of callbacks. Callbacks that are not handled are then due at `now`. */
  releaseCallbacks(ids: readonly string[], now: number): Promise<void>;
  /** Stores a rejected callback. Deletes the oldest rejected callbacks if there are more than `maxCount`. */
  insertRejectedCallback(callback: RejectedCallback, maxCount: number): Promise<void>;
  /** Rejected callbacks, newest first. */
  listRejectedCallbacks(limit: number): Promise<RejectedCallback[]>;
  /** What the store has for the reference of a payment or a payout; see {@link Listed}. */
  list<Of extends keyof Listed>(of: Of, reference: string): Promise<Listed[Of][]>;

  /**
   * Leases items of a queue that are due: each is postponed to `until`, so that no other process leases it. A time that is later
   * than every schedule allows is due too: it was stored before the clock was set back.
   */
  lease<Queue extends keyof Leased>(queue: Queue, request: LeaseRequest): Promise<Leased[Queue][]>;
  /**
   * Takes up to `wanted` units of a quota of `perSecond` units that all processes share. Resolves with the
   * number of granted units.
   */
  acquireQuota(quota: Quota): Promise<number>;
  /**
   * Resolves with the time at which the oldest work became or becomes due, in milliseconds since the Unix
   * epoch. Work is a callback to handle, a payment or an operation to query, or a hook. Resolves with null
   * when the store contains no work.
   */
  findOldestDueAt(): Promise<number | null>;

  /** Reads the facts of an audit. Writes nothing. */
  readAuditFacts(scope: AuditScope): Promise<AuditFacts>;

  /**
   * Deletes rows that are older than their retention, and beneficiaries of final payouts. Payments and operations are kept, and
   * so are callbacks and unknown transactions that are not handled. Resolves with the number of deleted rows.
   */
  purge(retention: Retention): Promise<number>;
}
