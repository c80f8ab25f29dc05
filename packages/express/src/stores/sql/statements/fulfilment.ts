import { foldReference } from '@pgw/protocol';
import type { Payment } from '../../../payments/payment.ts';
import { longestIntervalsMs } from '../../../payments/schedule.ts';
import type { Fulfilling } from '../../../payments/store.ts';
import { claimDue, type ClaimOptions, type Claims } from '../rows/claims.ts';
import type { Connection, Running } from '../connection.ts';
import { insertNote } from './notes.ts';
import { storedPayment } from '../rows/payment-row.ts';
import { withTimeout, WorkTimeout } from '../batching/time-limit.ts';

/** A time to be fulfilled stands only on payments whose fulfilment is due. */
const toFulfil: Claims = {
  table: 'pgwPayments',
  key: 'referenceKey',
  due: 'nextFulfilAt',
  longestIntervalMs: longestIntervalsMs.fulfil,
  counters: ['version', 'fulfilAttempts'],
};

export async function claimFulfilments(connection: Connection, options: ClaimOptions): Promise<Payment[]> {
  return (await claimDue(connection, toFulfil, options)).map((row) => storedPayment.parse(row));
}

export async function fulfil(
  connection: Connection,
  payment: Payment,
  { note, work, timeoutMs }: Fulfilling<Running>,
): Promise<boolean> {
  return connection.transaction(async (db, running) => {
    // Marking first takes the row's lock; who comes meanwhile waits, and finds it done.
    const marked = await db
      .updateTable('pgwPayments')
      .set((column) => ({ fulfilment: 'done', nextFulfilAt: null, version: column('version', '+', 1) }))
      .where('referenceKey', '=', foldReference(payment.reference))
      .where('fulfilment', '=', 'due')
      .where('fulfilAttempts', '=', payment.fulfilment.attempts)
      .returningAll()
      .executeTakeFirst();
    if (marked === undefined) return false;
    const parsed = storedPayment.parse(marked);
    await connection.foreign(async () => {
      try {
        await withTimeout(() => work(parsed, running), timeoutMs);
      } catch (error) {
        if (error instanceof WorkTimeout) await running.abandon(connection);
        throw error;
      }
    });
    await insertNote(db, note);
    return true;
  });
}
