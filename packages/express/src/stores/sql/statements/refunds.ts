import { foldReference } from '@pgw/protocol';
import type { Payment } from '../../../payments/payment.ts';
import type { Refund } from '../../../refunds/refund.ts';
import { longestIntervalsMs } from '../../../payments/schedule.ts';
import type { Note } from '../../../payments/timeline.ts';
import type { RefundChange } from '../../../payments/store.ts';
import { insertLinkedRow } from '../rows/linked-row.ts';
import { claimDue, type ClaimOptions, type ClaimSource } from '../rows/claims.ts';
import type { Connection, Database } from '../connection.ts';
import { insertNote } from './notes.ts';
import { storedRefundSchema } from '../rows/tables.ts';

/** Stores a refund. */
export async function insertRefund(
  connection: Connection,
  { payment, refund, note }: { readonly payment: Payment; readonly refund: Refund; readonly note: Note },
): Promise<boolean> {
  const { reference, ...row } = refund;
  const insert = async (db: Database): Promise<boolean> => {
    const inserted = await db
      .insertInto('pgwRefunds')
      .values({ ...row, referenceKey: foldReference(reference) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted !== undefined;
  };
  return insertLinkedRow(connection, { payment, note, insert });
}

/** Finds a refund by its key. */
export async function findRefund(connection: Connection, key: string): Promise<Refund | undefined> {
  return connection.run(async (db) => {
    const row = await db.selectFrom('pgwRefunds').selectAll().where('key', '=', key).executeTakeFirst();
    return row && toRefund(row);
  });
}

/** Lists the refunds of a payment, oldest first. */
export async function listRefunds(connection: Connection, reference: string): Promise<Refund[]> {
  return connection.run(async (db) => {
    const query = db
      .selectFrom('pgwRefunds')
      .selectAll()
      .where('referenceKey', '=', foldReference(reference));
    const rows = await query.orderBy('createdAt').orderBy('key').execute();
    return rows.map(toRefund);
  });
}

/** Updates a refund by compare-and-set. */
export async function updateRefund(
  connection: Connection,
  refund: Refund,
  change: RefundChange,
  note?: Note,
): Promise<Refund | undefined> {
  const version = refund.version + 1;
  return connection.transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('pgwRefunds')
      .set({ ...change, version })
      .where('key', '=', refund.key)
      .where('version', '=', refund.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return undefined;
    if (note !== undefined) await insertNote(db, note);
    return { ...refund, ...change, version };
  });
}

const dueRefunds: ClaimSource = {
  table: 'pgwRefunds',
  key: 'key',
  due: 'nextQueryAt',
  longestIntervalMs: longestIntervalsMs.query,
  counters: ['version'],
};

/** Claims refunds whose next query is due. */
export async function claimRefundsToQuery(connection: Connection, options: ClaimOptions): Promise<Refund[]> {
  return (await claimDue(connection, dueRefunds, options)).map(toRefund);
}

/**
 * Converts a row to a refund. Its `reference` is the folded reference, which also identifies the payment.
 */
function toRefund(row: unknown): Refund {
  const { referenceKey, ...refund } = storedRefundSchema.parse(row);
  return { ...refund, reference: referenceKey };
}
