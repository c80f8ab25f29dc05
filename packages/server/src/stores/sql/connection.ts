import { AsyncLocalStorage } from 'node:async_hooks';
import { PgwError } from '@pgw/protocol';
import { CamelCasePlugin, CompiledQuery, Kysely, type Dialect, type Transaction } from 'kysely';
import { getErrorMessage } from '../../model/error-message.ts';
import { getRandomIdBytes } from '../../model/random-bytes.ts';
import { repeatAfterConflict, toStorageError } from './store-errors.ts';
import type { Backend } from './backends.ts';
import { batchCalls, type BatchedCall, type BatchOptions } from './batching/batches.ts';
import type { Tables } from './schema.ts';

/** The query builder for the tables of a store. */
export type Database = Kysely<Tables>;

/** Wraps an error of the shop's code, so that it is not reported as a failure of the store. */
class WorkError extends Error {
  constructor(cause: unknown) {
    super('The work failed.', { cause });
  }
}

/** Error thrown to roll a transaction back. The caller receives it unchanged. */
export class Rollback extends Error {}

/** Error thrown to roll a transaction back, because compare-and-set found another version. */
export class VersionConflict extends Rollback {}

/** The result of a statement of the shop. */
interface ShopResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number;
}

/** A marker that is never sent to a database: the adapter of the pool closes the connection. */
export const abandonStatement = 'abandon';

/** A running transaction, with the state that the shop's code and the store share. */
export class RunningTransaction {
  readonly db: Transaction<Tables>;
  /** The number of uses of the transaction by the shop's code. Without a use, no rollback is necessary. */
  useCount = 0;
  hasEnded = false;
  /** The query builder for the shop's statements, without the plugin that converts names to camelCase. */
  readonly #withoutPlugins: Database;

  constructor(db: Transaction<Tables>) {
    this.db = db;
    this.#withoutPlugins = db.withoutPlugins();
  }

  /**
   * Abandons the transaction while its work is still running. The connection is closed if a running statement of the
   * work would block a rollback.
   */
  async abandon({ backend }: Connection): Promise<void> {
    this.hasEnded = true;
    if (backend.runsInBackground)
      await this.#withoutPlugins.executeQuery(CompiledQuery.raw(abandonStatement));
  }

  /**
   * Counts a use by the shop's code.
   *
   * @throws Error when the transaction has ended, because another transaction may use its connection.
   */
  use(): void {
    if (this.hasEnded)
      throw new Error(
        'The transaction has ended: use tx only until onPaid ends, and await all calls that use it.',
      );
    this.useCount += 1;
  }

  /** Runs a statement of the shop. */
  async query(text: string, values: readonly unknown[]): Promise<ShopResult> {
    this.use();
    const result = await this.#withoutPlugins.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(text, [...values]),
    );
    return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) };
  }
}

/** The options of a {@link Connection}. */
export interface ConnectionOptions {
  readonly dialect: Dialect;
  readonly backend: Backend;
  /** The calls that are not batched. `npm run torture -- load` measures what their batches earn. Default: none. */
  readonly unbatched?: readonly BatchedCall[] | undefined;
}

/** Runs queries and transactions. A nested transaction joins the outer one, and failures become PgwErrors. */
export class Connection {
  readonly #root: Database;
  readonly backend: Backend;
  readonly #unbatched: readonly BatchedCall[];
  /** The transaction of each call chain. Calls of `onPaid` to the store join it instead of waiting for it. */
  readonly #transactions = new AsyncLocalStorage<RunningTransaction | undefined>();
  readonly #enterContextOfBoot = AsyncLocalStorage.snapshot();

  constructor({ dialect, backend, unbatched = [] }: ConnectionOptions) {
    this.#root = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    this.backend = backend;
    this.#unbatched = unbatched;
  }

  /** True for code that is called from within `transaction`. */
  get isInTransaction(): boolean {
    return this.#currentTransaction !== undefined;
  }

  /** The transaction of the calling code. Undefined without a transaction, or when it has ended. */
  get #currentTransaction(): RunningTransaction | undefined {
    const current = this.#transactions.getStore();
    return current?.hasEnded === false ? current : undefined;
  }

  /** Runs queries, in the current transaction if there is one. */
  run<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#convertErrors(() => {
      const current = this.#joinTransaction();
      return current === undefined ? repeatAfterConflict(() => work(this.#root)) : work(current.db);
    });
  }

  /** Runs work in the current transaction, or in a new transaction, which is repeated after a conflict. */
  transaction<T>(
    work: (db: Transaction<Tables>, runningTransaction: RunningTransaction) => Promise<T>,
  ): Promise<T> {
    const current = this.#joinTransaction();
    if (current !== undefined) return work(current.db, current);
    const runInTransaction = async (db: Transaction<Tables>): Promise<T> => {
      const runningTransaction = new RunningTransaction(db);
      try {
        return await this.#transactions.run(runningTransaction, () => work(db, runningTransaction));
      } finally {
        runningTransaction.hasEnded = true;
      }
    };
    return this.#convertErrors(() =>
      repeatAfterConflict(() => this.#root.transaction().execute(runInTransaction)),
    );
  }

  /** Runs the shop's code inside `transaction`, which throws the errors of this code unchanged. */
  async runShopCode<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await this.runInContextOfBoot(work);
    } catch (error) {
      throw new WorkError(error);
    }
  }

  /**
   * Calls a function of the shop in the asynchronous context in which the store was created, and in the current transaction.
   * A batch belongs to several requests, and its context is that of one of them.
   */
  runInContextOfBoot<T>(work: () => T): T {
    const current = this.#transactions.getStore();
    return this.#enterContextOfBoot(() => this.#transactions.run(current, work));
  }

  /** Returns a function that combines concurrent calls; see `batchCalls`. */
  batch<Item, Result>(
    call: BatchedCall,
    options: BatchOptions<Item, Result>,
  ): (item: Item) => Promise<Result> {
    if (!this.#unbatched.includes(call)) return batchCalls(options);
    // `run` resolves with one result per item.
    return async (item) => (await options.run([item]))[0] as Result;
  }

  close(): Promise<void> {
    return this.#root.destroy();
  }

  #joinTransaction(): RunningTransaction | undefined {
    const current = this.#currentTransaction;
    if (current !== undefined) current.useCount += 1;
    return current;
  }

  async #convertErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WorkError) throw error.cause;
      if (error instanceof PgwError || error instanceof Rollback) throw error;
      const storageError = toStorageError(error);
      if (storageError !== undefined) throw storageError;
      const reason = getErrorMessage(error);
      const message = `The payment store failed: ${reason}. The call may be repeated.`;
      throw new PgwError('store-unavailable', message, { cause: error, retryable: true });
    }
  }
}

/** The number of values of three base-36 digits. */
const maxIdCount = 36 ** 3;
let idCount = 0;

/** Returns how ids of a time begin. The text sorts before every id that is created at or after this time. */
export function toIdPrefix(at: number): string {
  return Math.max(0, at).toString(36).padStart(9, '0');
}

/** Creates an id that sorts by time, then by the order in this process, then at random. */
export function createId(at: number): string {
  idCount = (idCount + 1) % maxIdCount;
  const random = Buffer.from(getRandomIdBytes(6)).toString('hex');
  return `${toIdPrefix(at)}-${idCount.toString(36).padStart(3, '0')}-${random}`;
}
