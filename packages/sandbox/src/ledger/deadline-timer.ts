import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { paymentStatusNumber } from '../catalogue/status-numbers.ts';

const { pending, authorized } = paymentStatusNumber;

/** The longest delay that `setTimeout` accepts. */
const longestTimerMs = 2 ** 31 - 1;

/** Makes automatic changes at their deadline, even when the sandbox gets no request. */
export function createDeadlineTimer(
  ledger: Ledger,
  { database, now }: { readonly database: DatabaseSync; readonly now: () => number },
): { schedule(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  const schedule = (): void => {
    clearTimeout(timer);
    const deadline = isStopped ? undefined : findNextDeadline(database);
    if (deadline === undefined) return;
    timer = setTimeout(
      () => {
        ledger.applyDueChanges();
        schedule();
      },
      Math.min(Math.max(deadline - now(), 1), longestTimerMs),
    );
  };
  return { schedule, stop };
}

/** Finds the earliest time of an automatic change, such as the expiry of a payment or the result of a refund. */
function findNextDeadline(database: DatabaseSync): number | undefined {
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
