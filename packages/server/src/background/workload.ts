import type { HealthCheck } from '../model/health.ts';
import { computeFirstPeriodInUse } from '../cards/card-key.ts';
import { getAccount } from '../model/ports/account-store.ts';
import type { Retention } from '../model/ports/all-accounts.ts';
import type { Store } from '../model/ports/store.ts';
import type { Settings } from '../options/settings.ts';
import { createOperationCheck } from '../operations/operation-check.ts';
import type { AccountWork } from './account-work.ts';
import { AccountWatch } from './account-watch.ts';
import { createGatewayCheck, watchGateway } from './gateway-watch.ts';
import { createRecheckCheck } from './rechecks.ts';
import type { AcquireQueries } from './sweep.ts';

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
