import { getErrorMessage } from '@pgw/protocol/internal';
import {
  closingCheck,
  runHealthChecks,
  createStoreCheck,
  SweepWatch,
  type Health,
  type HealthCheck,
} from '../model/health.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { openWithRetry } from './open-with-retry.ts';
import type { Settings } from '../options/settings.ts';
import { isWithinLast } from '../model/schedule.ts';
import type { Store } from '../model/ports/store.ts';
import { RequestTasks } from './request-tasks.ts';
import { RunningRequests } from './running-requests.ts';
import type { StoreWatch } from './store-watch.ts';
import { startWorker } from './worker.ts';
import type { Workload, WorkloadOptions } from './workload.ts';

/** The work of a process outside of requests: it opens the store, sweeps, calls hooks and purges. */
export interface Background<Result> {
  /** What `createWorkload` has returned besides the workload. */
  readonly result: Result;
  /** The outcome of the first attempt to open the store. */
  readonly ready: Promise<void>;
  /** Runs one sweep and all due hooks now. Resolves with true when more work may be due. */
  readonly sweepOnce: () => Promise<boolean>;
  /** Deletes rows after their retention, and audits the store. */
  readonly runHourlyTasks: () => Promise<void>;
  readonly health: () => Promise<Health>;
  readonly acknowledgeLostHistory: () => Promise<void>;
  /** Handles a request and finds the tasks that it has started. */
  readonly runRequest: RequestTasks['runRequest'];
  /**
   * Rejects new requests, waits at most `timeoutMs` milliseconds for running requests and work, and closes the store.
   */
  readonly close: (timeoutMs: number) => Promise<void>;
}

/** What the accounts of a process use of it. */
export interface ProcessParts extends WorkloadOptions {
  readonly requests: RunningRequests;
  readonly health: () => Promise<Health>;
  readonly trackInRequest: RequestTasks['add'];
  readonly getHistoryLostAt: () => number | undefined;
}

/** The options of a process. */
export type ProcessSettings<Tx> = Pick<
  Settings<Tx>,
  'now' | 'random' | 'emit' | 'sweepIntervalMs' | 'historyMark'
>;

/** Starts the background work of a process. `createWorkload` is called once, before the store is opened. */
export function startBackground<Tx, Result>(
  settings: ProcessSettings<Tx>,
  { store, storeWatch }: { readonly store: Store; readonly storeWatch: StoreWatch },
  createWorkload: (parts: ProcessParts) => Workload & { readonly result: Result },
): Background<Result> {
  const { random, emit, now, sweepIntervalMs } = settings;
  const onFailure = reportOnce((error) =>
    emit({ level: 'error', event: 'store-failed', message: getErrorMessage(error), error }),
  );
  const requests = new RunningRequests();
  const requestTasks = new RequestTasks();
  const history = watchHistory(settings, store);
  const workload = createWorkload({
    requests,
    // The functions are called after this one has returned.
    whenOpen: () => opening.whenOpen(),
    health: () => health(),
    trackTask: (task) => workers.trackTask(task),
    trackInRequest: requestTasks.add,
    wakeSweep: () => requestTasks.runOutsideRequests(() => workers.wakeSweep()),
    getHistoryLostAt: history.getLostAt,
  });
  const open = async (): Promise<void> => {
    await workload.open();
    await storeWatch.reportRisks(store, emit);
    await workload.register();
    await history.start();
  };
  const opening = openWithRetry({ open }, { random, onFailure });
  const { firstAttempt: ready, whenOpen, stop: stopOpening } = opening;
  const workers = startWorkers(settings, { workload, whenOpen, onFailure, requestTasks });
  const checks: readonly HealthCheck[] = [
    createStoreCheck({ findOldestDueAt: workload.findOldestDueAt, whenOpen, now, sweepIntervalMs }),
    storeWatch.createCheck({ store: workload.store, whenOpen, now }),
    workers.check,
    ...workload.checks,
    ...workload.gatewayChecks,
    ...history.checks,
  ];
  // The store is not queried during a shutdown, because it may be closed at any time.
  const health = (): Promise<Health> => runHealthChecks(requests.isClosing ? [closingCheck] : checks);
  return {
    result: workload.result,
    ready,
    sweepOnce: workers.sweepOnce,
    runHourlyTasks: workers.runHourlyTasks,
    health,
    acknowledgeLostHistory: history.acknowledge,
    runRequest: requestTasks.runRequest,
    close: async (timeoutMs) => {
      const startedAt = performance.now();
      workload.stop();
      workload.stopHooks();
      await requests.close(timeoutMs);
      const remainingMs = Math.max(0, timeoutMs - (performance.now() - startedAt));
      await Promise.all([stopOpening(), workers.stop(remainingMs)]);
      await history.stop();
      await store.close();
    },
  };
}

/** Each round of a worker has the error of the opening again. It is reported once. */
function reportOnce(report: (error: unknown) => void): (error: unknown) => void {
  let reported: unknown;
  return (error) => {
    if (error !== reported) report(error);
    reported = error;
  };
}

const missingMarkMessage =
  'The store has no history mark. After a restored backup or the failover to a replica, payments, refunds and callbacks that are missing are not noticed, and an ' +
  "order can be paid twice. Set historyMark: fileHistoryMark('/var/lib/shop/pgw.mark'), on a disk that is not restored with the database. " +
  'historyMark: false ends this message. See https://pgw-js.github.io/pgw/restoring.';

function watchHistory<Tx>({ historyMark, now, emit }: ProcessSettings<Tx>, store: Store) {
  const mark = historyMark ?? store.historyMark;
  const watch = mark ? new HistoryWatch({ store, mark, now, emit }) : undefined;
  const isMarkMissing = mark === undefined && store.needsHistoryMark === true;
  return {
    start: async (): Promise<void> => {
      if (isMarkMissing) emit({ level: 'warn', event: 'history-unmarked', message: missingMarkMessage });
      await watch?.start();
    },
    checks: watch === undefined ? [] : [watch.check],
    getLostAt: (): number | undefined => watch?.getLostAt(),
    acknowledge: async (): Promise<void> => watch?.acknowledge(),
    stop: async (): Promise<void> => watch?.stop(),
  };
}

/** Starts the sweep and the hooks in separate loops, so that neither delays the other. */
function startWorkers<Tx>(
  { now, sweepIntervalMs: intervalMs }: ProcessSettings<Tx>,
  {
    workload,
    whenOpen,
    onFailure,
    requestTasks,
  }: {
    readonly workload: Workload;
    readonly whenOpen: () => Promise<void>;
    readonly onFailure: (error: unknown) => void;
    readonly requestTasks: RequestTasks;
  },
) {
  const sweepWatch = new SweepWatch(now, intervalMs);
  const trackTask = (task: Promise<unknown>): void => {
    requestTasks.add(task);
    sweepWorker.trackTask(task);
  };
  const runHourlyTasks = async (): Promise<void> => {
    await whenOpen();
    await workload.runHourlyTasks();
  };
  const runHourlyTasksIfDue = limitToHourly(now, runHourlyTasks);
  const runSweep = async (isWhole: boolean): Promise<boolean> => {
    await whenOpen();
    const hasMore = await workload.sweep({ isWhole });
    sweepWatch.recordSweep();
    return hasMore;
  };
  const runSweepRound = async (): Promise<boolean> => {
    const hasMore = await runSweep(false);
    trackTask(workload.startDueHooks());
    // The audits of many accounts do not delay the next sweep.
    trackTask(runHourlyTasksIfDue());
    return hasMore;
  };
  const runHookRound = async (): Promise<boolean> => {
    await whenOpen().then(() => workload.startDueHooks());
    return false;
  };
  const sweepWorker = startWorker({ intervalMs, runRound: runSweepRound, onFailure });
  const hookWorker = startWorker({ intervalMs, runRound: runHookRound, onFailure });
  return {
    trackTask,
    wakeSweep: sweepWorker.wake,
    check: sweepWatch.check,
    runHourlyTasks,
    sweepOnce: async (): Promise<boolean> => {
      const hasMore = await runSweep(true);
      await workload.drainHooks();
      return hasMore;
    },
    stop: (timeoutMs: number) => Promise.all([hookWorker.stop(timeoutMs), sweepWorker.stop(timeoutMs)]),
  };
}

const hourMs = 3_600_000;

/** Returns a function that runs the work at most once an hour. All other calls do nothing. */
function limitToHourly(now: () => number, work: () => Promise<void>): () => Promise<void> {
  let lastRunAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (isWithinLast(hourMs, lastRunAt, now())) return;
    lastRunAt = now();
    await work();
  };
}
