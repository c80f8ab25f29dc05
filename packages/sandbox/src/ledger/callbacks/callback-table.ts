import type { DatabaseSync } from 'node:sqlite';
import { callbackRow, countRows, type QueuedCallback } from '../rows.ts';

/** The database table of callbacks. A callback is waiting, delivered or given up. */
export class CallbackTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(callback: Omit<QueuedCallback, 'id' | 'state' | 'tries' | 'lastResponse'>): void {
    this.#database
      .prepare(
        `INSERT INTO callbacks
           (transactionNumber, tenantId, url, body, status, isWronglySigned, state, tries, dueAt)
         VALUES (:transactionNumber, :tenantId, :url, :body, :status, :isWronglySigned, 'waiting', 0, :dueAt)`,
      )
      .run({ ...callback, isWronglySigned: callback.isWronglySigned ? 1 : 0 });
  }

  /** Lists the waiting callbacks except those in `excludedIds`, earliest due time first. */
  listWaiting(excludedIds: ReadonlySet<number>): QueuedCallback[] {
    return this.#queryRows(`SELECT * FROM callbacks WHERE state = 'waiting' ORDER BY dueAt, id`).filter(
      (callback) => !excludedIds.has(callback.id),
    );
  }

  /** Lists the callbacks of a payment or payout, oldest first. */
  listByTransaction(transactionNumber: string): QueuedCallback[] {
    return this.#queryRows(
      'SELECT * FROM callbacks WHERE transactionNumber = ? ORDER BY id',
      transactionNumber,
    );
  }

  /** Lists the newest callbacks, newest first. */
  list(limit: number): QueuedCallback[] {
    return this.#queryRows('SELECT * FROM callbacks ORDER BY id DESC LIMIT ?', limit);
  }

  count(): number {
    return countRows(this.#database, 'callbacks');
  }

  find(id: number): QueuedCallback | undefined {
    return this.#queryRows('SELECT * FROM callbacks WHERE id = ?', id)[0];
  }

  /** Stores the result of an attempt. */
  storeResult(id: number, result: Pick<QueuedCallback, 'state' | 'tries' | 'dueAt' | 'lastResponse'>): void {
    this.#database
      .prepare('UPDATE callbacks SET state = ?, tries = ?, dueAt = ?, lastResponse = ? WHERE id = ?')
      .run(result.state, result.tries, result.dueAt, result.lastResponse, id);
  }

  #queryRows(sql: string, ...parameters: (string | number)[]): QueuedCallback[] {
    return this.#database
      .prepare(sql)
      .all(...parameters)
      .map((row) => callbackRow.parse(row));
  }
}
