import type { DatabaseSync } from 'node:sqlite';
import { callbackRow, type QueuedCallback } from './rows.ts';

/** The callbacks on disk: waiting, delivered, given up. */
export class CallbackTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(callback: Omit<QueuedCallback, 'id' | 'state' | 'tries' | 'lastAnswer'>): void {
    this.#database
      .prepare(
        `INSERT INTO callbacks
           (transactionNumber, tenantId, url, body, status, isWronglySigned, state, tries, dueAt)
         VALUES (:transactionNumber, :tenantId, :url, :body, :status, :isWronglySigned, 'waiting', 0, :dueAt)`,
      )
      .run({ ...callback, isWronglySigned: callback.isWronglySigned ? 1 : 0 });
  }

  /** Those that wait and are not being sent, the most urgent first. */
  waiting(beingSent: ReadonlySet<number>): QueuedCallback[] {
    return this.#rows(`SELECT * FROM callbacks WHERE state = 'waiting' ORDER BY dueAt, id`).filter(
      (callback) => !beingSent.has(callback.id),
    );
  }

  /** Oldest first. */
  of(transactionNumber: string): QueuedCallback[] {
    return this.#rows('SELECT * FROM callbacks WHERE transactionNumber = ? ORDER BY id', transactionNumber);
  }

  /** The latest, newest first. */
  list(limit: number): QueuedCallback[] {
    return this.#rows(`SELECT * FROM callbacks ORDER BY id DESC LIMIT ${Math.trunc(limit)}`);
  }

  find(id: number): QueuedCallback | undefined {
    return this.#rows('SELECT * FROM callbacks WHERE id = ?', String(id))[0];
  }

  /** Notes the end of one try. */
  note(id: number, result: Pick<QueuedCallback, 'state' | 'tries' | 'dueAt' | 'lastAnswer'>): void {
    this.#database
      .prepare('UPDATE callbacks SET state = ?, tries = ?, dueAt = ?, lastAnswer = ? WHERE id = ?')
      .run(result.state, result.tries, result.dueAt, result.lastAnswer, id);
  }

  #rows(sql: string, ...parameters: string[]): QueuedCallback[] {
    return this.#database
      .prepare(sql)
      .all(...parameters)
      .map((row) => callbackRow.parse(row));
  }
}
