import type { DueHook, HookName, HookWork } from '../hook.ts';
import type { Note } from '../payments/timeline.ts';

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
