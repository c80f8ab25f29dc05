import type { Payment } from './payment.ts';
import type { Refund } from '../refunds/refund.ts';
import type { CardStore } from '../cards/card-store.ts';
import type { RecoveryStore } from '../recovery/recovery-store.ts';
import type { Note } from './timeline.ts';

/** A callback as it arrived, verified, on its way to being settled. */
export interface StoredCallback {
  readonly reference: string;
  readonly transactionNumber: string;
  /** The gateway's claim; never believed, only a reason to ask. */
  readonly status: number;
  readonly rawBody: string;
  readonly signature: string;
  readonly receivedAt: number;
}

/** A callback that is stored and not settled yet. */
export interface DueCallback extends Pick<
  StoredCallback,
  'reference' | 'transactionNumber' | 'status' | 'receivedAt'
> {
  readonly id: string;
}

/** A callback that was stored, and whose it is. */
export interface CallbackReceipt {
  readonly id: string;
  readonly payment: Payment;
}

/** A callback that could not be verified. Kept apart, capped, for an operator to look at. */
export interface RejectedCallback {
  /** Why: its payment is not ours, its signature is not the gateway's, or it is malformed. */
  readonly verdict: 'unknown-payment' | 'invalid-signature' | 'invalid-callback';
  /** The first 2,000 characters. */
  readonly rawBody: string;
  readonly signature: string | null;
  readonly receivedAt: number;
}

/** The fields of a payment that change after it is stored. */
export type PaymentChange = Partial<
  Omit<Payment, 'reference' | 'orderId' | 'attempt' | 'amount' | 'currencyCode' | 'createdAt' | 'version'>
>;

/** What the gateway's word changes. */
export type SettlementChange = Pick<
  PaymentChange,
  | 'state'
  | 'transactionNumber'
  | 'gatewayStatus'
  | 'settledAt'
  | 'askedAt'
  | 'nextAskAt'
  | 'fulfilment'
  | 'fulfilAttempts'
  | 'nextFulfilAt'
>;

/** What the gateway said of a payment, as it is to be written. */
export interface Settlement<Tx = unknown> {
  /** As it was read: its `version` is what compare-and-set compares. */
  readonly payment: Payment;
  readonly change: SettlementChange;
  readonly notes: readonly Note[];
  /** Ids of stored callbacks that need no settling after this. */
  readonly callbacks: readonly string[];
  /** Fulfils at once what `change` makes due. Left out: it stays due. */
  readonly fulfil?: Fulfilling<Tx> | undefined;
}

export interface Fulfilling<Tx> {
  /** Written when the work has succeeded. */
  readonly note: Note;
  readonly work: (payment: Payment, tx: Tx) => void | Promise<void>;
  /**
   * After so many milliseconds asynchronous work counts as work that throws: what it wrote is rolled back, and it cannot write with
   * `tx` any more. Left out: no limit.
   */
  readonly timeoutMs?: number;
}

/** What was written. */
export interface Settled {
  readonly payment: Payment;
  /** What the work threw; the payment is then as the change had it, due. */
  readonly failure?: { readonly error: unknown };
}

/** The fields of a refund that change after it is stored. */
export type RefundChange = Partial<Omit<Refund, 'key' | 'reference' | 'amount' | 'createdAt' | 'version'>>;

/** Which payments to list; every given field must match. */
export interface PaymentFilter {
  readonly orderId?: string | undefined;
  readonly states?: readonly Payment['state'][] | undefined;
  readonly fulfilments?: readonly Payment['fulfilment'][] | undefined;
  /** Created at or after, in milliseconds since the Unix epoch. */
  readonly since?: number | undefined;
  /** Created before. */
  readonly before?: number | undefined;
  /** True: only payments with a refund, whatever became of it; false: only those without. */
  readonly hasRefunds?: boolean | undefined;
  /** True: only payments with a refund of which nobody can say yet whether the gateway has it; false: only those without. */
  readonly hasUndecidedRefunds?: boolean | undefined;
  /** True: only payments with a capture of which nobody can say yet whether it was taken; false: only those without. */
  readonly hasUndecidedCaptures?: boolean | undefined;
  /** Those that come behind this payment in the list: how the next page is requested. */
  readonly after?: Pick<Payment, 'createdAt' | 'reference'> | undefined;
  /** Default 50, at most 500. The newest come first, those of one moment by their references. */
  readonly limit?: number | undefined;
}

/** What an audit covers. */
export interface AuditScope {
  /** Payments created and callbacks received since, in milliseconds since the Unix epoch. */
  readonly since: number;
  /** How the note of a successful fulfilment begins, and the note of an operator's requeue. */
  readonly fulfilledText: string;
  readonly requeuedText: string;
  /** The most references in each list. */
  readonly limit: number;
}

export interface AuditFacts {
  /** Fulfilled payments. */
  readonly checked: number;
  /** References of fulfilled payments whose timeline has no note of it. */
  readonly withoutNote: readonly string[];
  /** References of fulfilled payments that do not hold the claim of their order, and that no operator requeued. */
  readonly withoutOrder: readonly string[];
  /** References, folded, that stored callbacks name and no payment has. */
  readonly callbacksWithoutPayment: readonly string[];
}

/** Older than these moments (milliseconds since the Unix epoch) is not kept. */
export interface Retention {
  readonly callbacksBefore: number;
  readonly rejectedBefore: number;
  readonly notesBefore: number;
  /** Counts of cards that failed, by the end of their window. */
  readonly triesBefore: number;
  /** Seeds of card keys, by the number of their period. */
  readonly seedPeriodsBefore: number;
}

/**
 * Where payments are kept: the port that every store implements and `@pgw/express/testing` checks.
 *
 * When a method resolves, what it wrote survives a crash. References are compared without regard to letter case.
 * `Tx` is what `onPaid` gets to write with, in the transaction that marks the payment fulfilled.
 *
 * Every method rejects with a PgwError `store-unavailable` when the store cannot be reached; nothing was written then.
 */
export interface Store<Tx = unknown> extends CardStore, RecoveryStore {
  /** Makes the store ready: opens files, creates or migrates tables. Safe to call in many processes at once. */
  open(): Promise<void>;
  close(): Promise<void>;

  /**
   * Stores a new payment. False, and nothing stored, when its reference or its order's attempt is taken, or while
   * another payment of its order is `created`: one order starts one payment at a time.
   */
  insertPayment(payment: Payment, note: Note): Promise<boolean>;
  findPayment(reference: string): Promise<Payment | undefined>;
  findAttempt(orderId: string, attempt: string): Promise<Payment | undefined>;
  findPayments(filter: PaymentFilter): Promise<Payment[]>;
  /** Compare-and-set: the changed payment, or undefined when another change came first (`version` moved on). */
  updatePayment(payment: Payment, change: PaymentChange, note?: Note): Promise<Payment | undefined>;
  /**
   * Writes what the gateway said, by compare-and-set: the change, the notes and the end of the callbacks, all or nothing.
   * Undefined, and nothing written, when another change came first. May write several payments in one transaction.
   *
   * A change that makes the fulfilment `due` claims the payment's order. When another payment has the claim, the fulfilment
   * becomes `withheld` instead: an order is fulfilled by one payment. Otherwise the work of `fulfil` runs in the same
   * transaction and the fulfilment is `done`; when the work throws, what it wrote is undone, and the rest is kept.
   *
   * Where somebody is at work on the payment it is waited for, but not for ever, and without what that work may need: then it
   * rejects with `store-unavailable`.
   */
  settlePayment(settlement: Settlement<Tx>): Promise<Settled | undefined>;

  /**
   * Stores a callback and answers its id. It is due to be settled at `settleAt`, unless it is by then. Waits for nobody
   * who is at work on the payment. May store several in one transaction.
   */
  insertCallback(callback: StoredCallback, settleAt: number): Promise<string>;
  /**
   * As `insertCallback`, and answers the payment as well; the reference may be in any letter case. Undefined, and nothing stored,
   * when there is no such payment or its callback URL is another one.
   */
  receiveCallback(
    callback: StoredCallback,
    options: { readonly callbackUrl: string; readonly settleAt: number },
  ): Promise<CallbackReceipt | undefined>;
  /** Callbacks whose time to be settled has come, at most `limit`; each is postponed to `until`. */
  claimCallbacks(now: number, until: number, limit: number): Promise<DueCallback[]>;
  /** Ends the claims of these callbacks: those that still need settling are due at `now`. */
  releaseCallbacks(ids: readonly string[], now: number): Promise<void>;
  /** These callbacks need no settling any more. */
  endCallbacks(ids: readonly string[]): Promise<void>;
  callbacksOf(reference: string): Promise<StoredCallback[]>;
  /** Keeps a callback that was refused; the oldest beyond `keep` are dropped. */
  insertRejectedCallback(callback: RejectedCallback, keep: number): Promise<void>;
  /** The newest first. */
  rejectedCallbacks(limit: number): Promise<RejectedCallback[]>;
  /** What happened to a payment, oldest first. */
  notesOf(reference: string): Promise<Note[]>;

  /**
   * Payments whose `nextAskAt` has come, or lies further ahead than any schedule allows because the clock was set back; at most
   * `limit`. Each is postponed to `until`, so that no other process claims it. The other claims do the same.
   */
  claimPaymentsToAsk(now: number, until: number, limit: number): Promise<Payment[]>;
  /** Takes up to `wanted` of a budget of `perSecond` that all processes share. Answers how many were left to take. */
  takeBudget(budget: {
    readonly name: string;
    readonly perSecond: number;
    readonly wanted: number;
    readonly now: number;
  }): Promise<number>;
  /**
   * Payments whose fulfilment is due and whose `nextFulfilAt` has come, at most `limit`; each is postponed to `until`, and
   * its `fulfilAttempts` counted up, before anyone works on it: a try that ends the process is counted as well.
   */
  claimFulfilments(now: number, until: number, limit: number): Promise<Payment[]>;
  /**
   * Runs `work` in a transaction that marks the payment fulfilled: both commit, or neither. False, without running it,
   * when the fulfilment is not due or another try was counted since. Never runs two at a time for one payment: the second
   * waits. When `work` throws, nothing is kept and the error is passed on as it is.
   */
  fulfil(payment: Payment, fulfilling: Fulfilling<Tx>): Promise<boolean>;

  /**
   * Stores a new refund of a payment. False, and nothing stored, when its key is taken, or when the payment's `version` has
   * moved on: what remained to be refunded may be less by now.
   */
  insertRefund(payment: Payment, refund: Refund, note: Note): Promise<boolean>;
  findRefund(key: string): Promise<Refund | undefined>;
  /** The refunds of a payment, oldest first. */
  refundsOf(reference: string): Promise<Refund[]>;
  /** Compare-and-set, as `updatePayment`. */
  updateRefund(refund: Refund, change: RefundChange, note?: Note): Promise<Refund | undefined>;
  /** As `claimPaymentsToAsk`. */
  claimRefundsToAsk(now: number, until: number, limit: number): Promise<Refund[]>;

  /**
   * When the oldest work became due, in milliseconds since the Unix epoch: the earliest `settleAt` of a callback, `nextAskAt` of a
   * payment or refund, or `nextFulfilAt`. It may lie ahead. Null when the store holds no such work.
   */
  oldestDueAt(): Promise<number | null>;

  /** What an audit compares: see `AuditFacts`. Reads only. */
  auditFacts(scope: AuditScope): Promise<AuditFacts>;

  /** Drops what is older than its retention. Payments and refunds are kept. Answers how many rows went. */
  purge(retention: Retention): Promise<number>;
}
