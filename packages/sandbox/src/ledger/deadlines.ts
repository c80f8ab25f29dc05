import type { DatabaseSync } from 'node:sqlite';

/**
 * Finds the earliest time of an automatic change, such as the expiry of a payment or the result of a refund.
 * Returns undefined when no change is planned.
 */
export function findNextDeadline(database: DatabaseSync): number | undefined {
  const row = database
    .prepare(
      `SELECT min(deadline) AS deadline FROM (
         SELECT min(expiresAt) AS deadline FROM payments WHERE status = 0
         UNION ALL SELECT min(heldUntil) FROM payments WHERE status = 9
         UNION ALL SELECT min(expiresAt) FROM sessions WHERE status = 0
         UNION ALL SELECT min(dueAt) FROM refunds WHERE dueAt IS NOT NULL
         UNION ALL SELECT min(dueAt) FROM payouts WHERE dueAt IS NOT NULL)`,
    )
    .get();
  const deadline = row?.['deadline'];
  return typeof deadline === 'number' ? deadline : undefined;
}
