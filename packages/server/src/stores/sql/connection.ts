import { AsyncLocalStorage } from 'node:async_hooks';
import { PgwError } from '@pgw/protocol';
import { CompiledQuery, Kysely, type Dialect, type Transaction } from 'kysely';
import { endSentence, getErrorMessage } from '@pgw/protocol/internal';
import { getRandomIdBytes } from '../../model/random-bytes.ts';
import { repeatAfterConflict, toStorageError } from './store-errors.ts';
import { bindAccount, bindShopAccounts, noAccount } from './account.ts';
import type { Backend } from './backends.ts';
import { batchCalls, type BatchedCall, type BatchOptions } from './batching/batches.ts';
import type { Tables, Database } from './schema.ts';

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

interface ShopResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number;
}

/** A marker that is never sent to a database: the adapter of the pool closes the connection. */
export const abandonStatement = 'abandon';

/** A running transaction, with the state that the shop's code and the store share. */
export class RunningTransaction {
  /** The query builder without an account, and without the plugin that converts names to camelCase. */
  readonly db: Transaction<Tables>;
  /** The number of uses of the transaction by the shop's code. Without a use, no rollback is necessary. */
  useCount = 0;
  hasEnded = false;

  constructor(db: Transaction<Tables>) {
    this.db = db;
  }

  /**
   * Abandons the transaction while its work is still running. The connection is closed if a running statement of the
   * work would block a rollback.
   */
  async abandon({ backend }: Connection): Promise<void> {
    this.hasEnded = true;
    if (backend.runsInBackground) await this.db.executeQuery(CompiledQuery.raw(abandonStatement));
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
    const result = await this.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));
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

/** What the connections of all accounts share. */
interface Shared {
  readonly root: Kysely<Tables>;
  readonly backend: Backend;
  readonly unbatched: readonly BatchedCall[];
  /** The transaction of each call chain. Calls of `onPaid` to the store join it instead of waiting for it. */
  readonly transactions: AsyncLocalStorage<RunningTransaction | undefined>;
  readonly enterContextOfBoot: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

/**
 * Runs the queries and transactions of one account. A nested transaction joins the outer one, and failures become PgwErrors.
 */
export class Connection {
  readonly #shared: Shared;
  #db: Database | undefined;
  /** Finds the account. Statements wait for it. */
  #opening: Promise<number> | undefined;

  private constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Creates a connection. Statements are refused until it has an account. */
  static create({ dialect, backend, unbatched = [] }: ConnectionOptions): Connection {
    return new Connection({
      root: new Kysely<Tables>({ dialect }),
      backend,
      unbatched,
      transactions: new AsyncLocalStorage(),
      enterContextOfBoot: AsyncLocalStorage.snapshot(),
    });
  }

  /** Returns another connection to the same database, without an account. */
  fork(): Connection {
    return new Connection(this.#shared);
  }

  /** Returns a connection for statements that belong to no account. */
  forNoAccount(): Connection {
    const connection = this.fork();
    connection.#db = bindAccount(this.#shared.root, noAccount);
    return connection;
  }

  /** Returns a connection that deletes rows of all accounts with an id of the shop. */
  forShopAccounts(): Connection {
    const connection = this.fork();
    connection.#db = bindShopAccounts(this.#shared.root);
    return connection;
  }

  /** Sets the account of all further statements. They wait for it, and reject with its error. */
  async setAccount(opening: Promise<number>): Promise<void> {
    this.#opening = opening;
    this.#db = bindAccount(this.#shared.root, await opening);
  }

  /** The id of the account. Undefined until it is found. */
  get account(): number | undefined {
    return this.#db?.account;
  }

  /** Resolves with the query builder of the account. */
  async #whenOpen(): Promise<Database> {
    await this.#opening;
    if (this.#db !== undefined) return this.#db;
    throw new PgwError('store-unavailable', 'The payment store is not open: call open first.');
  }

  get backend(): Backend {
    return this.#shared.backend;
  }

  /** True for code that is called from within `transaction`. */
  get isInTransaction(): boolean {
    return this.#currentTransaction !== undefined;
  }

  /** The transaction of the calling code. Undefined without a transaction, or when it has ended. */
  get #currentTransaction(): RunningTransaction | undefined {
    const current = this.#shared.transactions.getStore();
    return current?.hasEnded === false ? current : undefined;
  }

  /** Runs queries, in the current transaction if there is one. */
  run<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#convertErrors(async () => {
      const db = this.#db ?? (await this.#whenOpen());
      const current = this.#joinTransaction();
      return current === undefined
        ? repeatAfterConflict(() => work(db))
        : work(bindAccount(current.db, db.account));
    });
  }

  /** Runs work in the current transaction, or in a new transaction, which is repeated after a conflict. */
  async transaction<T>(
    work: (db: Database, runningTransaction: RunningTransaction) => Promise<T>,
  ): Promise<T> {
    const { account } = this.#db ?? (await this.#whenOpen());
    const current = this.#joinTransaction();
    if (current !== undefined) return work(bindAccount(current.db, account), current);
    const { root, transactions } = this.#shared;
    const runInTransaction = async (transaction: Transaction<Tables>): Promise<T> => {
      const runningTransaction = new RunningTransaction(transaction);
      const db = bindAccount(transaction, account);
      try {
        return await transactions.run(runningTransaction, () => work(db, runningTransaction));
      } finally {
        runningTransaction.hasEnded = true;
      }
    };
    return this.#convertErrors(() => repeatAfterConflict(() => root.transaction().execute(runInTransaction)));
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
    const { transactions, enterContextOfBoot } = this.#shared;
    const current = transactions.getStore();
    return enterContextOfBoot(() => transactions.run(current, work));
  }

  /** Returns a function that combines concurrent calls; see `batchCalls`. */
  batch<Item, Result>(
    call: BatchedCall,
    options: BatchOptions<Item, Result>,
  ): (item: Item) => Promise<Result> {
    if (!this.#shared.unbatched.includes(call)) return batchCalls(options);
    // `run` resolves with one result per item.
    return async (item) => (await options.run([item]))[0] as Result;
  }

  close(): Promise<void> {
    return this.#shared.root.destroy();
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
      const reason = endSentence(getErrorMessage(error));
      const message = `The payment store failed: ${reason} The call may be repeated.`;
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
