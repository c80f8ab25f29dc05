import type { DatabaseSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import { diskFullError, isDiskFull } from './disk-full.ts';

/**
 * The transaction of a SQLite connection. SQLite rolls a transaction back by itself when a statement meets a
 * full disk, an I/O error or a lack of memory. Statements that follow would each commit on their own, so
 * every statement checks first that the transaction is still open.
 */
export class SqliteTransaction {
  readonly #database: () => DatabaseSync;
  #isExpected = false;
  /** The error of the statement that ended the transaction. */
  #cause: unknown;

  constructor(database: () => DatabaseSync) {
    this.#database = database;
  }

  /** Call it after `begin`: from now on the transaction must be open before each statement. */
  begun(): void {
    this.#isExpected = true;
    this.#cause = undefined;
  }

  /** Call it before a rollback. False when SQLite has rolled back already. */
  needsRollback(): boolean {
    const isOpen = this.#isExpected && isTransactionOpen(this.#database());
    this.#isExpected = false;
    return isOpen;
  }

  /** Call it after `commit`. */
  committed(): void {
    this.#isExpected = false;
  }

  /**
   * Runs a statement, inside the transaction while there is one.
   *
   * @throws PgwError `store-unavailable` when the disk is full, or when the transaction has ended
   * unexpectedly.
   */
  run<T>(statement: () => T): T {
    if (this.#isExpected && !isTransactionOpen(this.#database())) throw endedEarly(this.#cause);
    try {
      return statement();
    } catch (error) {
      this.#cause ??= error;
      throw isDiskFull(error) ? diskFullError(error) : error;
    }
  }
}

function endedEarly(cause: unknown): PgwError {
  if (isDiskFull(cause)) return diskFullError(cause);
  const reason = cause instanceof Error ? cause.message : 'a statement of onPaid ended it';
  const message = `The transaction has ended unexpectedly: ${reason}. It was rolled back; its work is retried.`;
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}

function isTransactionOpen(database: DatabaseSync): boolean {
  // Node has it since 22.16 and 24.0, but in its types it is not optional.
  const { isTransaction }: { readonly isTransaction?: boolean } = database;
  return isTransaction ?? refusesBegin(database);
}

/**
 * The check for Node before 22.16: SQLite refuses to begin a transaction within a transaction. Without one,
 * an empty transaction is begun and ended.
 */
export function refusesBegin(database: DatabaseSync): boolean {
  try {
    database.exec('begin');
  } catch (error) {
    if (error instanceof Error && error.message.includes('within a transaction')) return true;
    throw error;
  }
  database.exec('rollback');
  return false;
}
