import { foldReference } from '@pgw/protocol';
import type { Payment } from '../../../payments/payment.ts';
import type { Note } from '../../../payments/timeline.ts';
import { VersionConflict, type Connection, type Database } from '../connection.ts';
import { insertNote } from '../statements/notes.ts';

export interface LinkedRow {
  /** As it was read: when it has changed since, nothing is stored. */
  readonly payment: Payment;
  /** What becomes of the payment with it; its version moves in any case. */
  readonly change?: Partial<Pick<Payment, 'capturedAmount'>>;
  readonly note: Note;
  /** Inserts the row. False when its key is taken. */
  readonly insert: (db: Database) => Promise<boolean>;
}

/**
 * Stores a row that belongs to a payment, with a note: both, or neither when the key is taken or the payment has changed. So of
 * two rows that were made from one reading of a payment, one is stored.
 */
export async function insertLinkedRow(connection: Connection, entry: LinkedRow): Promise<boolean> {
  const { payment, change = {}, note, insert } = entry;
  return connection
    .transaction(async (db) => {
      if (!(await insert(db))) return false;
      const { numUpdatedRows } = await db
        .updateTable('pgwPayments')
        .set((column) => ({ ...change, version: column('version', '+', 1) }))
        .where('referenceKey', '=', foldReference(payment.reference))
        .where('version', '=', payment.version)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new VersionConflict();
      await insertNote(db, note);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof VersionConflict) return false;
      throw error;
    });
}
