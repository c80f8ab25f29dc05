import { AsyncLocalStorage } from 'node:async_hooks';
import { PgwError } from '@pgw/protocol';
import { CamelCasePlugin, CompiledQuery, Kysely, type Dialect, type Transaction } from 'kysely';
import { randomIdBytes } from '../../random-bytes.ts';
import { damagedError, isDamaged } from './dialects/damaged.ts';
import { diskFullError, isDiskFull } from './dialects/disk-full.ts';
import { repeated } from './dialects/conflicts.ts';
import type { Tables } from './rows/tables.ts';

/** The query builder for the tables of a store. */
export type Database = Kysely<Tables>;

/** Wraps an error of the shop's code, so that it is not reported as a failure of the store. */
class WorkError extends Error {
  constructor(cause: unknown) {
    super('The work failed.', { cause });
  }
}

/** Rolls a transaction back. It is thrown to the caller unchanged. */
export class Undone extends Error {}

/** Rolls a transaction back because compare-and-set found another version. */
export class VersionConflict extends Undone {}

/** The result of a statement of the shop. */
interface ShopResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number;
}

/**
 * A marker that is never sent to a database: for PostgreSQL the pool's adapter closes the connection instead.
 */
export const abandonStatement = 'abandon';

/** A running transaction, with the state that the shop's code and the store share. */
export class Running {
  readonly db: Transaction<Tables>;
  /** How often the shop's code has used the transaction. Without a use there is nothing to roll back. */
  uses = 0;
  isOver = false;
  /** Without the plugin that translates names to camelCase, which is for the store's statements. */
  readonly #plain: Database;

  constructor(db: Transaction<Tables>) {
    this.db = db;
    this.#plain = db.withoutPlugins();
  }

  /**
   * Abandons the transaction while its work is still running. On PostgreSQL the connection is closed, because
   * a running statement of the work would block a rollback.
   */
  async abandon({ locksRows }: Connection): Promise<void> {
    this.isOver = true;
    if (locksRows) await this.#plain.executeQuery(CompiledQuery.raw(abandonStatement));
  }

  /**
   * Counts a use by the shop's code.
   *
   * @throws Error when the transaction has ended: its connection may be used by another one.
   */
  use(): void {
    if (this.isOver)
      throw new Error(
        'The transaction has ended: use tx only until onPaid ends, and await all calls that use it.',
      );
    this.uses += 1;
  }

  /** Runs a statement of the shop. */
  async query(text: string, values: readonly unknown[]): Promise<ShopResult> {
    this.use();
    const result = await this.#plain.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(text, [...values]),
    );
    return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) };
  }
}

/** Runs queries and transactions. A nested transaction joins the outer one, and failures become PgwErrors. */
export class Connection {
  readonly #root: Database;
  /** True when the database can lock single rows and skip locked ones. */
  readonly locksRows: boolean;
  /** The running transaction: calls of `onPaid` to the store join it instead of waiting for it. */
  readonly #current = new AsyncLocalStorage<Running>();

  constructor(dialect: Dialect, locksRows: boolean) {
    this.#root = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    this.locksRows = locksRows;
  }

  /** True for code that is called from within `transaction`. */
  get isInTransaction(): boolean {
    return this.#running !== undefined;
  }

  /** The transaction of the calling code; undefined when it has ended. */
  get #running(): Running | undefined {
    const running = this.#current.getStore();
    return running?.isOver === false ? running : undefined;
  }

  /** Runs queries, in the current transaction where there is one. */
  run<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#guard(() => {
      const current = this.#join();
      return current === undefined ? repeated(() => work(this.#root)) : work(current.db);
    });
  }

  /** Runs work in the current transaction, or in a new one, which is repeated after a conflict. */
  transaction<T>(work: (db: Transaction<Tables>, running: Running) => Promise<T>): Promise<T> {
    const current = this.#join();
    if (current !== undefined) return work(current.db, current);
    const inside = async (db: Transaction<Tables>): Promise<T> => {
      const running = new Running(db);
      try {
        return await this.#current.run(running, () => work(db, running));
      } finally {
        running.isOver = true;
      }
    };
    return this.#guard(() => repeated(() => this.#root.transaction().execute(inside)));
  }

  /** Runs the shop's code inside a transaction. Its errors are thrown unchanged. */
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

  #join(): Running | undefined {
    const running = this.#running;
    if (running !== undefined) running.uses += 1;
    return running;
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WorkError) throw error.cause;
      if (error instanceof PgwError || error instanceof Undone) throw error;
      if (isDiskFull(error)) throw diskFullError(error);
      if (isDamaged(error)) throw damagedError('store-unavailable', { cause: error });
      const reason = error instanceof Error ? error.message : 'unknown error';
      const message = `The payment store failed: ${reason}. Nothing was written; the call may be repeated.`;
      throw new PgwError('store-unavailable', message, { cause: error, retryable: true });
    }
  }
}

let count = 0;

/** A text that sorts before every id that is created at or after a time. */
export function firstIdAt(at: number): string {
  return Math.max(0, at).toString(36).padStart(9, '0');
}

/** An id that sorts by time, then by the order in this process, then at random. */
export function newId(at: number): string {
  count = (count + 1) % 46_656;
  const random = Buffer.from(randomIdBytes(6)).toString('hex');
  return `${firstIdAt(at)}-${count.toString(36).padStart(3, '0')}-${random}`;
}
