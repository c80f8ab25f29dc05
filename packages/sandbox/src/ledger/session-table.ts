import type { DatabaseSync } from 'node:sqlite';
import { insertOf, sessionRow, type Session } from './rows.ts';

/** The hosted sessions on disk. */
export class SessionTable {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  insert(session: Session): void {
    this.#database
      .prepare(insertOf('sessions', sessionRow))
      .run({ ...session, hiddenChannels: JSON.stringify(session.hiddenChannels) });
  }

  /** By number, without regard to case. */
  find(sessionNumber: string): Session | undefined {
    const row = this.#database
      .prepare('SELECT * FROM sessions WHERE sessionNumber = ?')
      .get(sessionNumber.toUpperCase());
    return row === undefined ? undefined : sessionRow.parse(row);
  }

  /** Open sessions whose deadline is at or before this time. */
  overdue(time: number): Session[] {
    return this.#database
      .prepare('SELECT * FROM sessions WHERE status = 0 AND expiresAt <= ?')
      .all(time)
      .map((row) => sessionRow.parse(row));
  }

  /** False when the status was no longer `from`; then nothing changed. */
  move(sessionNumber: string, from: number, to: number): boolean {
    return (
      this.#database
        .prepare('UPDATE sessions SET status = ? WHERE sessionNumber = ? AND status = ?')
        .run(to, sessionNumber, from).changes === 1
    );
  }

  /** Remembers that a reference was used; false when it was used before. */
  claimReference(tenantId: string, foldedReference: string): boolean {
    return (
      this.#database
        .prepare('INSERT INTO usedReferences (tenantId, reference) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(tenantId, foldedReference).changes === 1
    );
  }

  /** Whether a reference was used before. */
  isReferenceUsed(tenantId: string, foldedReference: string): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM usedReferences WHERE tenantId = ? AND reference = ?')
        .get(tenantId, foldedReference) !== undefined
    );
  }
}
