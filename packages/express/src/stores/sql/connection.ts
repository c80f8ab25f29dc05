import { AsyncLocalStorage } from 'node:async_hooks';
import { PgwError } from '@pgw/protocol';
import { CamelCasePlugin, Kysely, type Dialect, type Transaction } from 'kysely';
import { randomIdBytes } from '../../random-bytes.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** An error of the shop's own code that passed through the store: not the store's failure. */
class WorkError extends Error {
  constructor(cause: unknown) {
    super('The work failed.', { cause });
  }
}

/** Rolls a transaction back whose compare-and-set found another version. */
export class CameSecond extends Error {}

/** The way to the database: transactions that nest by joining, and failures in the store's own words. */
export class Connection {
  readonly #root: Database;
  /** True when rows can be locked one by one, and locked ones skipped. */
  readonly locksRows: boolean;
  /** The running transaction, so that what `onPaid` asks of the store joins it instead of waiting for it. */
  readonly #current = new AsyncLocalStorage<Transaction<Tables>>();

  constructor(dialect: Dialect, locksRows: boolean) {
    this.#root = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    this.locksRows = locksRows;
  }

  /** True inside `transaction`, for whatever is called from there. */
  get isInTransaction(): boolean {
    return this.#current.getStore() !== undefined;
  }

  /** Without the names' translation to camelCase, for statements that are not ours. */
  get plain(): Database {
    return (this.#current.getStore() ?? this.#root).withoutPlugins();
  }

  /** Runs queries, in the current transaction where there is one. */
  run<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#guard(() => work(this.#current.getStore() ?? this.#root));
  }

  /** Runs in the current transaction, or in one of its own. */
  transaction<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
    const current = this.#current.getStore();
    if (current !== undefined) return work(current);
    const inside = (db: Transaction<Tables>): Promise<T> => this.#current.run(db, () => work(db));
    return this.#guard(() => this.#root.transaction().execute(inside));
  }

  /** Runs the shop's own code inside a transaction: what it throws is passed on as it is. */
  async foreign<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw new WorkError(error);
    }
  }

  close(): Promise<void> {
    return this.#root.destroy();
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WorkError) throw error.cause;
      if (error instanceof PgwError || error instanceof CameSecond) throw error;
      const reason = error instanceof Error ? error.message : 'unknown error';
      const message = `The payment store failed: ${reason}. Nothing was written; it may be tried again.`;
      throw new PgwError('store-unavailable', message, { cause: error, retryable: true });
    }
  }
}

let count = 0;

/** A key that sorts by time, then by the order in which this process made it, then at random. */
export function newId(at: number): string {
  count = (count + 1) % 46_656;
  const random = Buffer.from(randomIdBytes(6)).toString('hex');
  return `${at.toString(36).padStart(9, '0')}-${count.toString(36).padStart(3, '0')}-${random}`;
}
