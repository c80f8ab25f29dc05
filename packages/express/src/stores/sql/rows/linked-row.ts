import { foldReference } from '@pgw/protocol';
import type { Payment } from '../../../payments/payment.ts';
import type { Note } from '../../../payments/timeline.ts';
import { VersionConflict, type Connection, type Database } from '../connection.ts';
import { insertNote } from '../statements/notes.ts';

/** A row that belongs to a payment, such as a refund or a capture. */
export interface LinkedRow {
  /** The payment that was read. If it has changed since then, nothing is stored. */
  readonly payment: Payment;
  /** The change of the payment. Its version is incremented in any case. */
  readonly change?: Partial<Pick<Payment, 'capturedAmount'>>;
  readonly note: Note;
  /** Inserts the row. Resolves with false when its key exists already. */
  readonly insert: (db: Database) => Promise<boolean>;
}

/**
 * Stores a row that belongs to a payment, and a note. Resolves with false, without a write, when the key
 * exists already or the payment has changed. Therefore only one of two rows for the same version of a payment
 * is stored.
 */
export async function insertLinkedRow(connection: Connection, linkedRow: LinkedRow): Promise<boolean> {
  const { payment, change = {}, note, insert } = linkedRow;
  return connection
    .transaction(async (db) => {
      if (!(await insert(db))) return false;
      const { numUpdatedRows } = await db
        .updateTable('pgwPayments')
        .set((expression) => ({ ...change, version: expression('version', '+', 1) }))
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
