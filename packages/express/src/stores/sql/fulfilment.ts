import { foldReference } from '@pgw/protocol';
import type { Transaction } from 'kysely';
import type { Payment } from '../../payments/payment.ts';
import type { Note } from '../../payments/timeline.ts';
import type { Connection } from './connection.ts';
import { insertNote } from './notes.ts';
import { storedPayment, type Tables } from './tables.ts';

export async function paymentsToFulfil(
  connection: Connection,
  now: number,
  limit: number,
): Promise<string[]> {
  return connection.run(async (db) => {
    const rows = await db
      .selectFrom('pgwPayments')
      .select('reference')
      .where('fulfilment', '=', 'due')
      .where('nextFulfilAt', '<=', now)
      .orderBy('nextFulfilAt')
      .limit(limit)
      .execute();
    return rows.map(({ reference }) => reference);
  });
}

export async function fulfil(
  connection: Connection,
  reference: string,
  note: Note,
  work: (payment: Payment, db: Transaction<Tables>) => void | Promise<void>,
): Promise<boolean> {
  return connection.transaction(async (db) => {
    // Marking first takes the row's lock; another process that comes meanwhile finds it locked, or done.
    const marked = await db
      .updateTable('pgwPayments')
      .set((column) => ({ fulfilment: 'done', nextFulfilAt: null, version: column('version', '+', 1) }))
      .where('referenceKey', 'in', (from) =>
        from
          .selectFrom('pgwPayments')
          .select('referenceKey')
          .where('referenceKey', '=', foldReference(reference))
          .where('fulfilment', '=', 'due')
          .$if(connection.locksRows, (query) => query.forUpdate().skipLocked()),
      )
      .returningAll()
      .executeTakeFirst();
    if (marked === undefined) return false;
    await connection.foreign(() => work(storedPayment.parse(marked), db));
    await insertNote(db, note);
    return true;
  });
}
