import type { DatabaseSync } from 'node:sqlite';
import { paymentStatusNumber } from '../status-numbers.ts';
import { toInsertStatement, sessionRow, type Session } from '../rows.ts';

/** The database table of hosted sessions, and the table of used references. */
export class SessionTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(session: Session): void {
    this.#database
      .prepare(toInsertStatement('sessions', sessionRow))
      .run({ ...session, hiddenChannels: JSON.stringify(session.hiddenChannels) });
  }

  /** Finds a session by its number, in any letter case. */
  find(sessionNumber: string): Session | undefined {
    const row = this.#database
      .prepare('SELECT * FROM sessions WHERE sessionNumber = ?')
      .get(sessionNumber.toUpperCase());
    return row === undefined ? undefined : sessionRow.parse(row);
  }

  /** Finds the open sessions that expire at or before this time. */
  findOverdue(time: number): Session[] {
    return this.#database
      .prepare(`SELECT * FROM sessions WHERE status = ${paymentStatusNumber.pending} AND expiresAt <= ?`)
      .all(time)
      .map((row) => sessionRow.parse(row));
  }

  /** Changes the status from `from` to `to`. Returns false when the current status is not `from`. */
  changeStatus(sessionNumber: string, from: number, to: number): boolean {
    return (
      this.#database
        .prepare('UPDATE sessions SET status = ? WHERE sessionNumber = ? AND status = ?')
        .run(to, sessionNumber, from).changes === 1
    );
  }

  /** Stores that a reference is used. Returns false when the reference was already used. */
  claimReference(tenantId: string, normalizedReference: string): boolean {
    return (
      this.#database
        .prepare('INSERT INTO usedReferences (tenantId, reference) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(tenantId, normalizedReference).changes === 1
    );
  }

  /** Returns true when a reference is already used. */
  isReferenceUsed(tenantId: string, normalizedReference: string): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM usedReferences WHERE tenantId = ? AND reference = ?')
        .get(tenantId, normalizedReference) !== undefined
    );
  }
}
