import { AsyncLocalStorage } from 'node:async_hooks';
import { PgwError } from '@pgw/protocol';
import { CamelCasePlugin, CompiledQuery, Kysely, type Dialect, type Transaction } from 'kysely';
import { randomIdBytes } from '../../random-bytes.ts';
import { damagedError, isDamaged } from './dialects/damaged.ts';
import { diskFullError, isDiskFull } from './dialects/disk-full.ts';
import { repeated } from './dialects/conflicts.ts';
import type { Tables } from './rows/tables.ts';

export type Database = Kysely<Tables>;

/** An error of the shop's own code that passed through the store: not the store's failure. */
class WorkError extends Error {
  constructor(cause: unknown) {
    super('The work failed.', { cause });
  }
}

/** Rolls a transaction back, and is passed on as it is. */
export class Undone extends Error {}

/** Rolls a transaction back whose compare-and-set found another version. */
export class VersionConflict extends Undone {}

/** What a statement of the shop's own answers. */
interface ShopResult {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number;
}

/** Never sent to a database: on PostgreSQL, the pool's adapter closes the connection instead. */
export const abandonStatement = 'abandon';

/** A transaction under way, as the shop's own code finds it. */
export class Running {
  readonly db: Transaction<Tables>;
  /** Counts how often the shop's code has used it: what has not been used needs no undoing. */
  uses = 0;
  isOver = false;
  /** Without the names' translation to camelCase, which is for statements of ours. */
  readonly #plain: Database;

  constructor(db: Transaction<Tables>) {
    this.db = db;
    this.#plain = db.withoutPlugins();
  }

  /**
   * Gives the transaction up while its work is still running. On PostgreSQL the connection is closed, because a statement that the
   * work is waiting for would hold up a rollback.
   */
  async abandon({ locksRows }: Connection): Promise<void> {
    this.isOver = true;
    if (locksRows) await this.#plain.executeQuery(CompiledQuery.raw(abandonStatement));
  }

  /** Counts a use by the shop's code. @throws Error once the transaction is over: its connection may be in another one by then. */
  use(): void {
    if (this.isOver)
      throw new Error('The transaction is over: use tx only until onPaid ends, and await what does.');
    this.uses += 1;
  }

  /** Runs a statement of the shop's own. */
  async query(text: string, values: readonly unknown[]): Promise<ShopResult> {
    this.use();
    const result = await this.#plain.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(text, [...values]),
    );
    return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) };
  }
}

/** The way to the database: transactions that nest by joining, and failures in the store's own words. */
export class Connection {
  readonly #root: Database;
  /** True when rows can be locked one by one, and locked ones skipped. */
  readonly locksRows: boolean;
  /** The running transaction, so that what `onPaid` asks of the store joins it instead of waiting for it. */
  readonly #current = new AsyncLocalStorage<Running>();

  constructor(dialect: Dialect, locksRows: boolean) {
    this.#root = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    this.locksRows = locksRows;
  }

  /** True inside `transaction`, for whatever is called from there. */
  get isInTransaction(): boolean {
    return this.#running !== undefined;
  }

  /** The transaction that whoever asks is in. What was begun inside one and outlives it is in none. */
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

  /** Runs in the current transaction, or in one of its own, which is repeated when it meets another one. */
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
      const message = `The payment store failed: ${reason}. Nothing was written; it may be tried again.`;
      throw new PgwError('store-unavailable', message, { cause: error, retryable: true });
    }
  }
}

let count = 0;

/** No id made at or after a time sorts before this. */
export function firstIdAt(at: number): string {
  return Math.max(0, at).toString(36).padStart(9, '0');
}

/** A key that sorts by time, then by the order in which this process made it, then at random. */
export function newId(at: number): string {
  count = (count + 1) % 46_656;
  const random = Buffer.from(randomIdBytes(6)).toString('hex');
  return `${firstIdAt(at)}-${count.toString(36).padStart(3, '0')}-${random}`;
}
