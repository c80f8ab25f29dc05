import type { DatabaseSync } from 'node:sqlite';
import { PgwError } from '@pgw/protocol';
import { endSentence } from '@pgw/protocol/internal';
import { toStorageError } from '../store-errors.ts';

/**
 * The transaction of a SQLite connection. SQLite rolls a transaction back by itself after a full disk, an I/O
 * error or a lack of memory. The following statements would each commit alone. Therefore, each statement is
 * preceded by a check that the transaction is still open.
 */
export class SqliteTransaction {
  readonly #getDatabase: () => DatabaseSync;
  #mustBeOpen = false;
  /** The error of the statement that ended the transaction. */
  #cause: unknown;

  constructor(getDatabase: () => DatabaseSync) {
    this.#getDatabase = getDatabase;
  }

  /** Call it after `begin`. From then on, the transaction must be open before each statement. */
  recordBegin(): void {
    this.#mustBeOpen = true;
    this.#cause = undefined;
  }

  /** Call it before `rollback`. Returns false when SQLite has already rolled the transaction back. */
  recordRollback(): boolean {
    const isOpen = this.#mustBeOpen && isTransactionOpen(this.#getDatabase());
    this.#mustBeOpen = false;
    return isOpen;
  }

  /** Call it after `commit`. */
  recordCommit(): void {
    this.#mustBeOpen = false;
  }

  /**
   * Runs a statement, in the transaction if there is one.
   *
   * @throws PgwError `store-unavailable` when the disk is full, or when the transaction has ended
   * unexpectedly.
   */
  run<T>(statement: () => T): T {
    if (this.#mustBeOpen && !isTransactionOpen(this.#getDatabase()))
      throw createUnexpectedEndError(this.#cause);
    try {
      return statement();
    } catch (error) {
      this.#cause ??= error;
      throw toStorageError(error) ?? error;
    }
  }

  /** Runs several statements in the open transaction, or in one of their own, so that all or none of them write. */
  runTogether<T>(statements: () => T): T {
    if (this.#mustBeOpen) return this.run(statements);
    return this.run(() => {
      const database = this.#getDatabase();
      database.exec('begin');
      try {
        const result = statements();
        database.exec('commit');
        return result;
      } catch (error) {
        if (isTransactionOpen(database)) database.exec('rollback');
        throw error;
      }
    });
  }
}

function createUnexpectedEndError(cause: unknown): PgwError {
  const storageError = toStorageError(cause);
  if (storageError !== undefined) return storageError;
  const reason = cause instanceof Error ? cause.message : 'a statement of onPaid ended it';
  const message = `The transaction has ended unexpectedly: ${endSentence(reason)} It was rolled back; its work is retried.`;
  return new PgwError('store-unavailable', message, { cause, retryable: true });
}

function isTransactionOpen(database: DatabaseSync): boolean {
  // Node has this property since 22.16 and 24.0. In Node's types, it is not optional.
  const { isTransaction }: { readonly isTransaction?: boolean } = database;
  return isTransaction ?? refusesBegin(database);
}

/**
 * True when a transaction is open, for Node before 22.16. SQLite refuses to begin a transaction within a
 * transaction. If no transaction is open, an empty transaction is begun and ended.
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
