import type { HealthCheck, HealthProblem } from '../model/health.ts';
import { computeFirstPeriodInUse } from '../cards/card-key.ts';
import { getAccount } from '../model/ports/account-store.ts';
import type { Retention } from '../model/ports/all-accounts.ts';
import type { Store } from '../model/ports/store.ts';
import type { Settings } from '../options/settings.ts';
import type { AccountWork } from './account-work.ts';
import { AccountWatch } from './account-watch.ts';
import { createGatewayCheck, watchGateway } from './gateway-watch.ts';
import { createRecheckCheck, type AcquireQueries } from './sweep.ts';
import { overdueAfterMs } from '../model/operations/operation.ts';

/** The work of a process for its accounts: one, or those that have work. */
export interface Workload {
  /** Opens the store, once. Rejects while it cannot be opened. */
  readonly open: () => Promise<void>;
  /** Registers the hooks of the process. Called after each opening. */
  readonly register: () => Promise<void>;
  /** Runs a sweep. Resolves with true when more work may be due. With `isWhole`, it waits for slow accounts too. */
  readonly sweep: (options: { readonly isWhole: boolean }) => Promise<boolean>;
  readonly startDueHooks: () => Promise<void>;
  /** Calls all due hooks, and resolves when none is due. */
  readonly drainHooks: () => Promise<void>;
  readonly stopHooks: () => void;
  /** Deletes rows and audits the store. */
  readonly runHourlyTasks: () => Promise<void>;
  /** Finds when the oldest work became due. */
  readonly findOldestDueAt: () => Promise<number | null>;
  readonly store: Pick<Store, 'countUses'>;
  /** The checks in their order. */
  readonly checks: readonly HealthCheck[];
  /** The checks that need no store. */
  readonly gatewayChecks: readonly HealthCheck[];
  /** Ends the subscriptions of the workload when the checkout is closed. */
  readonly stop: () => void;
}

/** What a workload uses of its process. */
export interface WorkloadOptions {
  readonly whenOpen: () => Promise<void>;
  readonly trackTask: (task: Promise<unknown>) => void;
  /** Starts a sweep now. */
  readonly wakeSweep: () => void;
}

/** The work of a checkout with one account. */
export function createSingleWorkload<Tx>(
  settings: Pick<Settings<Tx>, 'gateway' | 'retentionDays' | 'cards' | 'now'>,
  work: AccountWork,
  { whenOpen, trackTask, wakeSweep }: WorkloadOptions,
): Workload {
  const { context, dueHooks, auditor, registry } = work;
  const { store, now, limits } = context;
  const accountWatch = new AccountWatch(context, whenOpen);
  const acquireQueries: AcquireQueries = (wanted, at) =>
    store.acquireQuota({ name: 'query', perSecond: limits.queriesPerSecond, wanted, now: at });
  return {
    open: () => store.open({ ...getAccount(settings.gateway), now: now() }),
    register: () => registry.refresh(),
    sweep: async () => {
      const hasMore = await work.sweep(acquireQueries);
      await accountWatch.recordSweep(() => store.markSwept(now()));
      return hasMore;
    },
    startDueHooks: () => dueHooks.startDue(),
    drainHooks: () => dueHooks.drain(),
    stopHooks: () => dueHooks.stop(),
    runHourlyTasks: async () => {
      await store.purge(computeRetention(settings, settings.cards?.keyLifetimeMs ?? 0));
      await work.runHourlyTasks();
    },
    findOldestDueAt: () => store.read('oldestDueAt'),
    store,
    checks: [
      accountWatch.check,
      auditor.check,
      createOperationCheck({ store, whenOpen, now }),
      createRecheckCheck(context, whenOpen),
    ],
    gatewayChecks: [createGatewayCheck(context.gateway.circuit)],
    stop: watchGateway(context.gateway.circuit, {
      emit: context.emit,
      now,
      onRecovery: () => trackTask(work.resume().finally(wakeSweep)),
    }),
  };
}

const dayMs = 86_400_000;

/** Rows that are older than their retention are deleted. `keyLifetimeMs` is the longest lifetime of a card key. */
export function computeRetention<Tx>(
  { now, retentionDays }: Pick<Settings<Tx>, 'now' | 'retentionDays'>,
  keyLifetimeMs: number,
): Retention {
  const daysAgo = (days: number): number => now() - days * dayMs;
  const { callbacks, rejected, timeline, beneficiaries, unknownTransactions } = retentionDays;
  return {
    callbacksBefore: daysAgo(callbacks),
    rejectedBefore: daysAgo(rejected),
    notesBefore: daysAgo(timeline),
    beneficiariesBefore: daysAgo(beneficiaries),
    unknownTransactionsBefore: daysAgo(unknownTransactions),
    usesBefore: now(),
    seedPeriodsBefore: computeFirstPeriodInUse(now(), keyLifetimeMs),
  };
}

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
function createOperationCheck({ store, whenOpen, now }: OperationCheckOptions): HealthCheck {
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
