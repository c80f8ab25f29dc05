import { foldReference } from '@pgw/protocol';
import type { Capture } from '../../../captures/capture.ts';
import type { Payment } from '../../../payments/payment.ts';
import type { Note } from '../../../payments/timeline.ts';
import type { CaptureChange } from '../../../cards/card-store.ts';
import { insertLinkedRow } from '../rows/linked-row.ts';
import type { Connection, Database } from '../connection.ts';
import { insertNote } from './notes.ts';
import { storedCaptureSchema } from '../rows/tables.ts';

/**
 * Stores a capture and adds it to the captured amount of its payment. Resolves with false, without a write,
 * when its key exists already or the payment has changed.
 */
export async function insertCapture(
  connection: Connection,
  { payment, capture, note }: { readonly payment: Payment; readonly capture: Capture; readonly note: Note },
): Promise<boolean> {
  const { reference, isLast, ...row } = capture;
  const insert = async (db: Database): Promise<boolean> => {
    const inserted = await db
      .insertInto('pgwCaptures')
      .values({ ...row, isLast: isLast ? 1 : 0, referenceKey: foldReference(reference) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted !== undefined;
  };
  const change = { capturedAmount: (payment.capturedAmount ?? 0) + row.amount };
  return insertLinkedRow(connection, { payment, change, note, insert });
}

/** Lists the captures of a payment, oldest first. */
export async function listCaptures(connection: Connection, reference: string): Promise<Capture[]> {
  return connection.run(async (db) => {
    const rows = await db
      .selectFrom('pgwCaptures')
      .selectAll()
      .where('referenceKey', '=', foldReference(reference))
      .orderBy('createdAt')
      .orderBy('key')
      .execute();
    return rows.map(toCapture);
  });
}

/** Finds a capture by its key. */
export async function findCapture(connection: Connection, key: string): Promise<Capture | undefined> {
  return connection.run(async (db) => {
    const row = await db.selectFrom('pgwCaptures').selectAll().where('key', '=', key).executeTakeFirst();
    return row && toCapture(row);
  });
}

/**
 * Updates a capture by compare-and-set. Resolves with undefined when the capture has changed since it was
 * read. A change to `refused` subtracts its amount from the captured amount of the payment.
 */
export async function updateCapture(
  connection: Connection,
  capture: Capture,
  change: CaptureChange,
  note: Note,
): Promise<Capture | undefined> {
  const changedFields = { ...change, version: capture.version + 1 };
  return connection.transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('pgwCaptures')
      .set(changedFields)
      .where('key', '=', capture.key)
      .where('version', '=', capture.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return undefined;
    if (change.state === 'refused') {
      await db
        .updateTable('pgwPayments')
        .set((expression) => ({
          capturedAmount: expression('capturedAmount', '-', capture.amount),
          version: expression('version', '+', 1),
        }))
        .where('referenceKey', '=', foldReference(capture.reference))
        .execute();
    }
    await insertNote(db, note);
    return { ...capture, ...changedFields };
  });
}

/**
 * Converts a row to a capture. Its `reference` is the folded reference, which also identifies the payment.
 */
function toCapture(row: unknown): Capture {
  const { referenceKey, isLast, ...capture } = storedCaptureSchema.parse(row);
  return { ...capture, isLast: isLast === 1, reference: referenceKey };
}
