import { foldReference } from '@pgw/protocol';
import type { Payment } from '../../../payments/payment.ts';
import { longestIntervalsMs } from '../../../payments/schedule.ts';
import type { FulfilmentWork } from '../../../payments/store.ts';
import { claimDue, type ClaimOptions, type ClaimSource } from '../rows/claims.ts';
import type { Connection, RunningTransaction } from '../connection.ts';
import { insertNote } from './notes.ts';
import { storedPaymentSchema } from '../rows/payment-row.ts';
import { withTimeout, WorkTimeout } from '../batching/time-limit.ts';

/** The due fulfilments. Only payments whose fulfilment is due have a time for the next attempt. */
const dueFulfilments: ClaimSource = {
  table: 'pgwPayments',
  key: 'referenceKey',
  due: 'nextFulfilAt',
  longestIntervalMs: longestIntervalsMs.fulfil,
  counters: ['version', 'fulfilAttempts'],
};

/** Claims fulfilments that are due. */
export async function claimFulfilments(connection: Connection, options: ClaimOptions): Promise<Payment[]> {
  return (await claimDue(connection, dueFulfilments, options)).map((row) => storedPaymentSchema.parse(row));
}

/**
 * Runs the work of a fulfilment in the transaction that marks it done. Resolves with false when it is not
 * due.
 */
export async function fulfil(
  connection: Connection,
  payment: Payment,
  { note, work, timeoutMs }: FulfilmentWork<RunningTransaction>,
): Promise<boolean> {
  return connection.transaction(async (db, runningTransaction) => {
    // The update locks the row first: a concurrent call waits for it and then finds the fulfilment done.
    const updatedRow = await db
      .updateTable('pgwPayments')
      .set((expression) => ({
        fulfilment: 'done',
        nextFulfilAt: null,
        version: expression('version', '+', 1),
      }))
      .where('referenceKey', '=', foldReference(payment.reference))
      .where('fulfilment', '=', 'due')
      .where('fulfilAttempts', '=', payment.fulfilment.attempts)
      .returningAll()
      .executeTakeFirst();
    if (updatedRow === undefined) return false;
    const paymentToFulfil = storedPaymentSchema.parse(updatedRow);
    await connection.runShopCode(async () => {
      try {
        await withTimeout(() => work(paymentToFulfil, runningTransaction), timeoutMs);
      } catch (error) {
        if (error instanceof WorkTimeout) await runningTransaction.abandon(connection);
        throw error;
      }
    });
    await insertNote(db, note);
    return true;
  });
}
