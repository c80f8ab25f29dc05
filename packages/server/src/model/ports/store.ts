import type { FirstTry, DueHook, HookName, HookWork } from '../hook.ts';
import type { OrderPrice } from '../payments/order-price.ts';
import type { Note } from '../payments/timeline.ts';
import type { Committed, Plan } from '../plan.ts';
import type { AccountStore } from './account-store.ts';
import type { Quota, Retention } from './all-accounts.ts';
import type { CallbackReceipt, StoredCallback } from './callbacks.ts';
import type { CardStore } from './card-store.ts';
import type { Changed, Facts, Found, Inserted, Leased, LeaseRequests, Listed, Searched } from './kinds.ts';
import type { RecoveryStore } from './recovery-store.ts';

/** The methods that every store has. A store that lacks one is refused at boot. */
export const storeMethods = [
  'open',
  'close',
  'forAnotherAccount',
  'forAllAccounts',
  'getAccountId',
  'listAccounts',
  'markSwept',
  'find',
  'list',
  'search',
  'read',
  'insert',
  'change',
  'lease',
  'commit',
  'setOrderPrice',
  'insertCallback',
  'receiveCallback',
  'releaseCallbacks',
  'runHook',
  'runInTransaction',
  'registerHooks',
  'countUses',
  'revertUses',
  'acquireQuota',
  'erase',
  'purge',
] as const satisfies readonly (keyof Store)[];

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
export interface Store<Tx = unknown> extends AccountStore, CardStore, RecoveryStore, HookStore<Tx> {
  /** Returns a store of the same database for another account, which its `open` finds. `close` closes both. */
  forAnotherAccount(): Store<Tx>;
  /** Closes what `open` opened. */
  close(): Promise<void>;
  /** Reads why a power failure can lose what the store has confirmed. Without it, nothing is reported at boot. */
  findDurabilityRisks?(): Promise<readonly DurabilityFinding[]>;

  /** Resolves with what has this key, or with undefined. */
  find<Kind extends keyof Found>(kind: Kind, key: string): Promise<Found[Kind] | undefined>;
  /** What the store has for the reference of a payment or a payout; see {@link Listed}. */
  list<Of extends keyof Listed>(of: Of, reference: string): Promise<Listed[Of][]>;
  /** What matches a filter, newest first; see {@link Searched}. */
  search<Kind extends keyof Searched>(
    kind: Kind,
    filter: Searched[Kind]['filter'],
  ): Promise<Searched[Kind]['item'][]>;
  /** Reads a fact about all rows of the account, without a write; see {@link Facts}. */
  read<Of extends keyof Facts>(of: Of, ...request: Facts[Of]['request']): Promise<Facts[Of]['fact']>;
  /** Stores a row. Resolves with false when it exists already; see {@link Inserted}. */
  insert<Kind extends keyof Inserted>(kind: Kind, row: Inserted[Kind]): Promise<boolean>;
  /** Changes a row. Resolves with false, without a write, when it has other values than `from`, or does not exist; see {@link Changed}. */
  change<Kind extends keyof Changed>(kind: Kind, key: string, change: Changed[Kind]): Promise<boolean>;
  /**
   * Leases items of a queue that are due: each is postponed to `until`, so that no other process leases it. A time that is later
   * than every schedule allows is due too: it was stored before the clock was set back.
   */
  lease<Queue extends keyof Leased>(queue: Queue, request: LeaseRequests[Queue]): Promise<Leased[Queue][]>;
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
  /**
   * Takes up to `wanted` units of a quota of `perSecond` units that all processes share. Resolves with the
   * number of granted units.
   */
  acquireQuota(quota: Quota): Promise<number>;
  /**
   * Deletes rows that are older than their retention, and beneficiaries of final payouts. Payments and operations are kept, and
   * so are callbacks and unknown transactions that are not handled. Resolves with the number of deleted rows.
   */
  purge(retention: Retention): Promise<number>;
  /**
   * Erases descriptions, redirects, beneficiaries, reasons, messages, the texts of timelines and the bodies of callbacks, in one
   * transaction. Ids, references, transaction numbers, amounts, states and times are kept. Refused if a payment or an operation is
   * not final, or a callback, a hook, a discrepancy, an approval or an unknown transaction with a prefix of the order is not handled.
   * A subject whose newest entry is that of an erasure gets no second one.
   */
  erase(subject: ErasedSubject): Promise<Erasure>;
}

/**
 * A reason why a write of the store can be lost by a power failure, although the store has confirmed it.
 *
 * @experimental A minor version can change it.
 */
export interface DurabilityFinding {
  /** `error`: a confirmed write can be lost. `warn`: it is lost if the platform does not keep the files. */
  readonly level: 'error' | 'warn';
  /** What was found, what it means, and what to do. */
  readonly message: string;
}

/** A function of the shop that runs in a transaction of its own. */
export interface TransactionWork<Tx, Result> {
  /** The function. `tx` writes in the transaction. */
  readonly work: (tx: Tx) => Result | Promise<Result>;
  /** Time limit in milliseconds for an asynchronous function. */
  readonly timeoutMs: number;
}

/**
 * The methods of a store for calls of hooks. A plan stores them; see `Store.commit`.
 *
 * @experimental A minor version can change it.
 */
export interface HookStore<Tx> {
  /**
   * Runs `work` in the transaction that deletes the call of a hook. After `onPaid`, the fulfillment of the payment is `done`.
   * Resolves with false, without running the work, when the call is not due, another attempt was counted since it was read, or
   * `check` returns a hold, which is written. The payment is locked, so the work of two calls of one payment never runs at the
   * same time. When the work throws, all writes are rolled back, and the run rejects with the same error.
   */
  runHook(hook: DueHook, work: HookWork<Tx>): Promise<boolean>;
  /**
   * Stores that a process has these hooks at this time. Then finds the calls that no live process can make: a hook is live for an
   * hour after it was registered. Of several callers, one receives each call, when it has been due for an hour. After a day its
   * state becomes `skipped`, with this note.
   */
  registerHooks(
    names: readonly HookName[],
    now: number,
    createNote: (hook: DueHook) => Note,
  ): Promise<readonly DueHook[]>;
  /**
   * Runs a function of the shop in a transaction of its own, and resolves with its result. When the function throws, or
   * takes longer than `timeoutMs`, its writes are rolled back, and the run rejects with the same error.
   */
  runInTransaction<Result>(work: TransactionWork<Tx, Result>): Promise<Result>;
}

/** What is erased: the payments of an order, or one payout. */
export type ErasedSubject =
  | ({
      readonly orderId: string;
      /** The prefixes of the references of the order; see `UnknownTransaction.orderPrefix`. */
      readonly orderPrefixes: readonly string[];
    } & ErasureNote)
  | ({ readonly payoutId: string } & ErasureNote);

/** The entry in the timelines of what is erased. */
interface ErasureNote {
  readonly at: number;
  readonly text: string;
}

/** The result of an erasure. */
export type Erasure =
  /** The numbers of payments and operations whose personal data was erased. */
  | { readonly state: 'erased'; readonly payments: number; readonly operations: number }
  /** Nothing was erased: something is not final, or not handled. */
  | { readonly state: 'refused'; readonly openParts: readonly string[] }
  /** The store has no such payment or payout. */
  | { readonly state: 'unknown' };
