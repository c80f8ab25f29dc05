import { foldReference } from '@pgw/protocol';
import type { Transaction } from 'kysely';
import type { Payment } from '../../payments/payment.ts';
import type { Note } from '../../payments/timeline.ts';
import type { PaymentChange, PaymentFilter } from '../store.ts';
import { CameSecond, type Connection, type Database } from './connection.ts';
import { insertNote } from './notes.ts';
import { storedPayment, type Tables } from './tables.ts';

export async function insertPayment(connection: Connection, payment: Payment, note: Note): Promise<boolean> {
  return connection.transaction(async (db) => {
    const row = await db
      .insertInto('pgwPayments')
      .values({ ...payment, referenceKey: foldReference(payment.reference) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('referenceKey')
      .executeTakeFirst();
    if (row === undefined) return false;
    await insertNote(db, note);
    return true;
  });
}

export async function findPayment(connection: Connection, reference: string): Promise<Payment | undefined> {
  return connection.run(async (db) => {
    const row = await select(db).where('referenceKey', '=', foldReference(reference)).executeTakeFirst();
    return row && storedPayment.parse(row);
  });
}

export async function findAttempt(
  connection: Connection,
  orderId: string,
  attempt: string,
): Promise<Payment | undefined> {
  return connection.run(async (db) => {
    const query = select(db).where('orderId', '=', orderId).where('attempt', '=', attempt);
    const row = await query.executeTakeFirst();
    return row && storedPayment.parse(row);
  });
}

export async function findPayments(connection: Connection, filter: PaymentFilter): Promise<Payment[]> {
  const { orderId, states, fulfilments, since, before, limit = 50 } = filter;
  return connection.run(async (db) => {
    const rows = await select(db)
      .$if(orderId !== undefined, (query) => query.where('orderId', '=', orderId ?? ''))
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
      .$if(fulfilments !== undefined, (query) => query.where('fulfilment', 'in', fulfilments ?? []))
      .$if(since !== undefined, (query) => query.where('createdAt', '>=', since ?? 0))
      .$if(before !== undefined, (query) => query.where('createdAt', '<', before ?? 0))
      .orderBy('createdAt', 'desc')
      .orderBy('referenceKey')
      .limit(Math.min(limit, 500))
      .execute();
    return rows.map((row) => storedPayment.parse(row));
  });
}

export async function updatePayment(
  connection: Connection,
  payment: Payment,
  change: PaymentChange,
  note?: Note,
): Promise<Payment | undefined> {
  if (note === undefined) return connection.run((db) => compareAndSet(db, payment, change));
  return connection.transaction(async (db) => {
    const changed = await compareAndSet(db, payment, change);
    if (changed !== undefined) await insertNote(db, note);
    return changed;
  });
}

export async function updatePaid(
  connection: Connection,
  payment: Payment,
  change: PaymentChange,
  note: Note,
): Promise<Payment | undefined> {
  return connection
    .transaction(async (db) => {
      const isFirst = change.fulfilment !== 'due' || (await claimOrder(db, payment));
      const decided: PaymentChange = isFirst
        ? change
        : { ...change, fulfilment: 'withheld', nextFulfilAt: null };
      const changed = await compareAndSet(db, payment, decided);
      // What was claimed for a change that came second is given back with the transaction.
      if (changed === undefined) throw new CameSecond();
      await insertNote(
        db,
        isFirst ? note : { ...note, text: `${note.text} The order is paid by another payment.` },
      );
      return changed;
    })
    .catch((error: unknown) => {
      if (error instanceof CameSecond) return undefined;
      throw error;
    });
}

export async function claimPaymentsToAsk(
  connection: Connection,
  now: number,
  until: number,
  limit: number,
): Promise<Payment[]> {
  return connection.run(async (db) => {
    const rows = await db
      .updateTable('pgwPayments')
      .set((column) => ({ nextAskAt: until, version: column('version', '+', 1) }))
      .where('referenceKey', 'in', (from) =>
        from
          .selectFrom('pgwPayments')
          .select('referenceKey')
          .where('nextAskAt', '<=', now)
          .orderBy('nextAskAt')
          .limit(limit)
          .$if(connection.locksRows, (query) => query.forUpdate().skipLocked()),
      )
      .returningAll()
      .execute();
    return rows.map((row) => storedPayment.parse(row));
  });
}

/** True when the payment has its order's claim, now or from before. */
async function claimOrder(db: Transaction<Tables>, { orderId, reference }: Payment): Promise<boolean> {
  const referenceKey = foldReference(reference);
  const claimed = await db
    .insertInto('pgwOrders')
    .values({ orderId, referenceKey })
    .onConflict((conflict) => conflict.doNothing())
    .returning('referenceKey')
    .executeTakeFirst();
  if (claimed !== undefined) return true;
  const claim = db.selectFrom('pgwOrders').select('referenceKey').where('orderId', '=', orderId);
  return (await claim.executeTakeFirst())?.referenceKey === referenceKey;
}

async function compareAndSet(
  db: Database,
  payment: Payment,
  change: PaymentChange,
): Promise<Payment | undefined> {
  const next = { ...change, version: payment.version + 1 };
  const { numUpdatedRows } = await db
    .updateTable('pgwPayments')
    .set(next)
    .where('referenceKey', '=', foldReference(payment.reference))
    .where('version', '=', payment.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { ...payment, ...next } : undefined;
}

function select(db: Database) {
  return db.selectFrom('pgwPayments').selectAll();
}
