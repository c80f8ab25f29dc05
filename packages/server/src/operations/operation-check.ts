import type { HealthCheck, HealthProblem } from '../model/health.ts';
import type { Store } from '../model/ports/store.ts';
import { overdueAfterMs } from '../model/operations/operation-schedule.ts';

/** The maximum number of ids in a message. */
const maxListed = 10;

/** The options of {@link createOperationCheck}. */
export interface OperationCheckOptions {
  readonly store: Pick<Store, 'search'>;
  /** Resolves when the store is open. Rejects while the store cannot be opened. */
  readonly whenOpen: () => Promise<void>;
  readonly now: () => number;
}

/** Reports operations without a final outcome after three days, and discrepancies that no person has accepted. */
export function createOperationCheck({ store, whenOpen, now }: OperationCheckOptions): HealthCheck {
  return async () => {
    await whenOpen();
    const [overdue, discrepancies] = await Promise.all([
      store.search('operations', { isOpen: true, before: now() - overdueAfterMs, limit: maxListed }),
      store.search('discrepancies', { limit: maxListed }),
    ]);
    const problems: HealthProblem[] = [];
    if (overdue.length > 0) {
      const ids = overdue.map(({ kind, id }) => `${kind} ${id}`).join(', ');
      const message = `Operations have had no final outcome for three days: ${ids}. Look them up at the gateway, and store their outcomes (operator.refunds.resolve and so on).`;
      problems.push({ code: 'operation-overdue', status: 'degraded', message });
    }
    if (discrepancies.length > 0) {
      const list = discrepancies.map(({ reference, code }) => `${reference} (${code})`).join(', ');
      const message = `The store and the gateway differ: ${list}. Read operator.discrepancies.list, and correct or accept each discrepancy.`;
      problems.push({ code: 'gateway-differs', status: 'degraded', message });
    }
    return { problems };
  };
}
