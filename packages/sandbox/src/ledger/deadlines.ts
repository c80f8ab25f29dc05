import type { DatabaseSync } from 'node:sqlite';
import { paymentStatusNumber } from './status-numbers.ts';

const { pending, authorized } = paymentStatusNumber;

/**
 * Finds the earliest time of an automatic change, such as the expiry of a payment or the result of a refund.
 * Returns undefined when no change is planned.
 */
export function findNextDeadline(database: DatabaseSync): number | undefined {
  const row = database
    .prepare(
      `SELECT min(deadline) AS deadline FROM (
         SELECT min(expiresAt) AS deadline FROM payments WHERE status = ${pending}
         UNION ALL SELECT min(heldUntil) FROM payments WHERE status = ${authorized}
         UNION ALL SELECT min(expiresAt) FROM sessions WHERE status = ${pending}
         UNION ALL SELECT min(dueAt) FROM refunds WHERE dueAt IS NOT NULL
         UNION ALL SELECT min(dueAt) FROM payouts WHERE dueAt IS NOT NULL)`,
    )
    .get();
  const deadline = row?.['deadline'];
  return typeof deadline === 'number' ? deadline : undefined;
}
