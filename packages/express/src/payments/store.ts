import type { FulfilmentState, Payment } from './payment.ts';
import type { PaymentChange, SettlementChange } from './payment-change.ts';
import type { Refund } from '../refunds/refund.ts';
import type { CardStore } from '../cards/card-store.ts';
import type { RecoveryStore } from '../recovery/recovery-store.ts';
import type { Note } from './timeline.ts';

/** A verified callback as it is stored. */
export interface StoredCallback {
  /** The reference of the payment; letter case does not count. */
  readonly reference: string;
  /** The gateway's number of the transaction, as the callback contains it. */
  readonly transactionNumber: string;
  /** The status in the callback. It only causes a query: the gateway's record decides. */
  readonly status: number;
  /** The body as it was received, without the token of a saved card. */
  readonly rawBody: string;
  /** The signature header as it was received. */
  readonly signature: string;
  /** When the callback arrived, in milliseconds since the Unix epoch. */
  readonly receivedAt: number;
}

/** A callback that is stored and not settled yet. */
export interface DueCallback extends Pick<
  StoredCallback,
  'reference' | 'transactionNumber' | 'status' | 'receivedAt'
> {
  readonly id: string;
}

/** The id of a stored callback, and its payment. */
export interface CallbackReceipt {
  readonly id: string;
  readonly payment: Payment;
}

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

/** The outcome of a query, as it is written to the store. */
export interface Settlement<Tx = unknown> {
  /** As it was read: compare-and-set compares its `version`. */
  readonly payment: Payment;
  readonly change: SettlementChange;
  readonly notes: readonly Note[];
  /** Ids of stored callbacks that need no settlement after this. */
  readonly callbacks: readonly string[];
  /** Fulfils the payment in the same transaction when `change` makes it due. Left out: it stays due. */
  readonly fulfil?: FulfilmentWork<Tx> | undefined;
}

/** The work that fulfils a payment. */
export interface FulfilmentWork<Tx> {
  /** Written when the work has succeeded. */
  readonly note: Note;
  readonly work: (payment: Payment, tx: Tx) => void | Promise<void>;
  /**
   * Time limit in milliseconds for asynchronous work. After it the work counts as failed: its writes are
   * rolled back, and `tx` rejects further writes. Left out: no limit.
   */
  readonly timeoutMs?: number;
}

/** A settlement that was written. */
export interface Settled {
  readonly payment: Payment;
  /** The error of the work; the fulfilment is `due` then, as in the change. */
  readonly failure?: { readonly error: unknown };
}

/** The fields of a refund that change after it is stored. */
export type RefundChange = Partial<Omit<Refund, 'key' | 'reference' | 'amount' | 'createdAt' | 'version'>>;

/** Which payments to list; every given field must match. */
export interface PaymentFilter {
  /** Only payments of the order with exactly this id. */
  readonly orderId?: string | undefined;
  /** Only payments in one of these states. */
  readonly states?: readonly Payment['state'][] | undefined;
  /** Only payments whose fulfilment is in one of these states. */
  readonly fulfilments?: readonly FulfilmentState[] | undefined;
  /** Created at or after, in milliseconds since the Unix epoch. */
  readonly since?: number | undefined;
  /** Created before. */
  readonly before?: number | undefined;
  /** True: only payments with a refund in any state. False: only payments without one. */
  readonly hasRefunds?: boolean | undefined;
  /** True: only payments with a refund whose outcome is unknown. False: only payments without one. */
  readonly hasUndecidedRefunds?: boolean | undefined;
  /** True: only payments with a capture whose outcome is unknown. False: only payments without one. */
  readonly hasUndecidedCaptures?: boolean | undefined;
  /**
   * Only payments after this one in the order of the list: the last payment of a page requests the next page.
   */
  readonly after?: Pick<Payment, 'createdAt' | 'reference'> | undefined;
  /** Default 50, at most 500. The order is newest first, then by reference. */
  readonly limit?: number | undefined;
}

/** The scope of an audit. */
export interface AuditScope {
  /** Payments created and callbacks received since, in milliseconds since the Unix epoch. */
  readonly since: number;
  /** The beginning of the note that every fulfilled payment has. */
  readonly fulfilledText: string;
  /** The beginning of the note of a payment that an operator requeued. */
  readonly requeuedText: string;
  /** The maximum of references in each list. */
  readonly limit: number;
}

/** The facts that an audit compares. */
export interface AuditFacts {
  /** The number of fulfilled payments. */
  readonly checked: number;
  /** References of fulfilled payments whose timeline has no note of the fulfilment. */
  readonly withoutNote: readonly string[];
  /**
   * References of fulfilled payments that do not hold the claim of their order, and that no operator
   * requeued.
   */
  readonly withoutOrder: readonly string[];
  /** Folded references of stored callbacks that have no payment. */
  readonly callbacksWithoutPayment: readonly string[];
}

/** The age limits of a purge: older rows are deleted. Times are milliseconds since the Unix epoch. */
export interface Retention {
  /** For verified callbacks, and for unknown transactions that an operator has resolved. */
  readonly callbacksBefore: number;
  /** For rejected callbacks. */
  readonly rejectedBefore: number;
  /** For timeline entries except the newest of the store, and for saved cards that never received a token. */
  readonly notesBefore: number;
  /** For counts of failed cards, by the end of their window. */
  readonly triesBefore: number;
  /** For seeds of card keys, by the number of their period. */
  readonly seedPeriodsBefore: number;
}

/**
 * The store of payments: the port that every store implements. The suite in `@pgw/express/testing` checks an
 * implementation.
 *
 * When a method resolves, its writes survive a crash. References are compared without regard to letter case.
 * `Tx` is the handle with which `onPaid` writes in the transaction that marks the payment fulfilled.
 *
 * Every method rejects with a PgwError `store-unavailable` when the store cannot be reached; nothing was
 * written then.
 */
export interface Store<Tx = unknown> extends CardStore, RecoveryStore {
  /** Opens files, and creates or migrates tables. Safe to call in several processes at once. */
  open(): Promise<void>;
  /** Closes what `open` opened. */
  close(): Promise<void>;

  /**
   * Stores a new payment. False, and nothing stored, when its reference or the attempt of its order exists
   * already, or while another payment of its order is `created`: an order starts one payment at a time.
   */
  insertPayment(payment: Payment, note: Note): Promise<boolean>;
  /** The payment with this reference; undefined when there is none. */
  findPayment(reference: string): Promise<Payment | undefined>;
  /** The payment of an order for an attempt; undefined when there is none. */
  findAttempt(orderId: string, attempt: string): Promise<Payment | undefined>;
  /** The payments that match a filter, newest first. */
  findPayments(filter: PaymentFilter): Promise<Payment[]>;
  /**
   * Writes a change by compare-and-set. Undefined, and nothing written, when `version` has changed since the
   * payment was read.
   */
  updatePayment(payment: Payment, change: PaymentChange, note?: Note): Promise<Payment | undefined>;
  /**
   * Writes a settlement by compare-and-set: the change, the notes and the end of the callbacks, all or
   * nothing. Undefined, and nothing written, when `version` has changed since the payment was read. Several
   * settlements may share a transaction.
   *
   * A change that makes the fulfilment `due` claims the payment's order. When another payment holds the
   * claim, the fulfilment becomes `withheld` instead: an order is fulfilled by one payment. Otherwise the
   * work of `fulfil` runs in the same transaction, and the fulfilment is `done`. When the work throws, its
   * writes are rolled back, and the rest of the settlement is kept.
   *
   * While another transaction has locked the payment, the call waits for a limited time, without holding a
   * connection. Then it rejects with `store-unavailable`.
   */
  settlePayment(settlement: Settlement<Tx>): Promise<Settled | undefined>;

  /**
   * Stores a callback and resolves with its id. The callback is due at `settleAt` unless it is settled
   * before. Does not wait for locks on the payment. Several callbacks may share a transaction.
   */
  insertCallback(callback: StoredCallback, settleAt: number): Promise<string>;
  /**
   * As `insertCallback`, and resolves with the payment too. The reference may be in any letter case.
   * Undefined, and nothing stored, when there is no such payment or its callback URL differs.
   */
  receiveCallback(
    callback: StoredCallback,
    options: { readonly callbackUrl: string; readonly settleAt: number },
  ): Promise<CallbackReceipt | undefined>;
  /** Claims callbacks that are due, at most `limit`: each is postponed to `until`. */
  claimCallbacks(now: number, until: number, limit: number): Promise<DueCallback[]>;
  /** Releases the claims of callbacks: those that still need a settlement are due at `now`. */
  releaseCallbacks(ids: readonly string[], now: number): Promise<void>;
  /** Marks callbacks as settled. */
  endCallbacks(ids: readonly string[]): Promise<void>;
  /** The callbacks of a payment, oldest first. */
  callbacksOf(reference: string): Promise<StoredCallback[]>;
  /** Stores a rejected callback, and deletes the oldest ones beyond `keep`. */
  insertRejectedCallback(callback: RejectedCallback, keep: number): Promise<void>;
  /** Rejected callbacks, newest first. */
  rejectedCallbacks(limit: number): Promise<RejectedCallback[]>;
  /** The timeline of a payment, oldest first. */
  notesOf(reference: string): Promise<Note[]>;

  /**
   * Claims payments whose `schedule.nextQueryAt` is due, at most `limit`: each is postponed to `until`, so
   * that no other process claims it. A time that is later than any schedule allows is due as well: the clock
   * was set back. The other claims work in the same way.
   */
  claimPaymentsToQuery(now: number, until: number, limit: number): Promise<Payment[]>;
  /**
   * Takes up to `wanted` of a budget of `perSecond` that all processes share. Resolves with the number that
   * was granted.
   */
  takeBudget(budget: {
    readonly name: string;
    readonly perSecond: number;
    readonly wanted: number;
    readonly now: number;
  }): Promise<number>;
  /**
   * Claims payments whose fulfilment is due, at most `limit`: each is postponed to `until`, and its
   * `fulfilment.attempts` is incremented before the work starts, so that an attempt that ends its process is
   * counted.
   */
  claimFulfilments(now: number, until: number, limit: number): Promise<Payment[]>;
  /**
   * Runs `work` in the transaction that marks the payment fulfilled: both commit, or neither does. False,
   * without running the work, when the fulfilment is not due or another attempt was counted since the payment
   * was read. The work of one payment never runs twice at the same time: the second call waits. When `work`
   * throws, nothing is kept and the error is thrown unchanged.
   */
  fulfil(payment: Payment, fulfilling: FulfilmentWork<Tx>): Promise<boolean>;

  /**
   * Stores a new refund of a payment. False, and nothing stored, when its key exists already, or when the
   * payment's `version` has changed: the amount that remains may be lower by now.
   */
  insertRefund(payment: Payment, refund: Refund, note: Note): Promise<boolean>;
  /** The refund with this key; undefined when there is none. */
  findRefund(key: string): Promise<Refund | undefined>;
  /** The refunds of a payment, oldest first. */
  refundsOf(reference: string): Promise<Refund[]>;
  /** Writes a change by compare-and-set, as `updatePayment` does. */
  updateRefund(refund: Refund, change: RefundChange, note?: Note): Promise<Refund | undefined>;
  /** Claims refunds whose `nextQueryAt` is due, as `claimPaymentsToQuery` does. */
  claimRefundsToQuery(now: number, until: number, limit: number): Promise<Refund[]>;

  /**
   * When the oldest work became due, in milliseconds since the Unix epoch: a callback to settle, a payment or
   * refund to query, or a fulfilment. It may be in the future. Null when the store holds no such work.
   */
  oldestDueAt(): Promise<number | null>;

  /** Reads the facts of an audit. Writes nothing. */
  auditFacts(scope: AuditScope): Promise<AuditFacts>;

  /**
   * Deletes rows that are older than their retention. Payments and refunds are kept. Resolves with the number
   * of deleted rows.
   */
  purge(retention: Retention): Promise<number>;
}
