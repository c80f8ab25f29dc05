import { getErrorMessage } from '../model/error-message.ts';
import {
  closingCheck,
  runHealthChecks,
  createStoreCheck,
  SweepWatch,
  type Health,
  type HealthCheck,
} from '../model/health.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { AccountWatch } from './account-watch.ts';
import { openWithRetry } from './open-with-retry.ts';
import type { Settings } from '../options/settings.ts';
import { Auditor } from '../operator/audit.ts';
import { CallbackWatch } from './callback-watch.ts';
import { computeFirstPeriodInUse } from '../cards/card-key.ts';
import { refundSecondPayment } from '../operations/second-payment-refund.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { HookOfPayment } from '../model/hook.ts';
import { DueHooks } from '../hooks/queue.ts';
import { HookRegistry } from '../hooks/registry.ts';
import { runHook } from '../hooks/run.ts';
import { createOperationCheck } from '../operations/operation-check.ts';
import { createGatewayCheck, watchGateway } from './gateway-watch.ts';
import { Inbox } from '../sync/inbox.ts';
import { isWithinLast } from '../model/schedule.ts';
import { createRecheckCheck, Rechecks } from './rechecks.ts';
import { sweep } from './sweep.ts';
import { getAccount } from '../model/ports/account-store.ts';
import type { Store } from '../model/ports/store.ts';
import { RequestTasks } from './request-tasks.ts';
import { RunningRequests } from './running-requests.ts';
import type { StoreWatch } from './store-watch.ts';
import { startWorker, type Worker } from './worker.ts';

/** The work of a checkout outside of requests: it opens the store, handles callbacks, sweeps and purges. */
export interface Background {
  /** The outcome of the first attempt to open the store. */
  readonly ready: Promise<void>;
  /** Resolves when the store is open. Rejects while the store cannot be opened. */
  readonly whenOpen: () => Promise<void>;
  readonly callbackWatch: CallbackWatch;
  readonly inbox: Inbox;
  /** Starts the hooks that are due, without waiting for them. */
  readonly startDueHooks: () => void;
  readonly getHistoryLostAt: () => number | undefined;
  /** Runs one sweep and all due hooks now. Resolves with true when more work may be due. */
  readonly sweepOnce: () => Promise<boolean>;
  /** Deletes rows after their retention, and audits the store. */
  readonly runHourlyTasks: () => Promise<void>;
  readonly audit: Auditor['audit'];
  readonly health: () => Promise<Health>;
  readonly acknowledgeLostHistory: () => Promise<void>;
  readonly requests: RunningRequests;
  /** Tracks a task that continues after a response was sent. `close` waits for it. */
  readonly trackTask: Worker['trackTask'];
  /** Handles a request and finds the tasks that it has started. */
  readonly runRequest: RequestTasks['runRequest'];
  /**
   * Rejects new requests, waits at most `timeoutMs` milliseconds for running requests and work, and closes the store.
   */
  readonly close: (timeoutMs: number) => Promise<void>;
}

/** Starts the background work of a checkout. */
export function startBackground<Tx>(
  settings: Settings<Tx>,
  paymentContext: PaymentContext,
  storeWatch: StoreWatch,
): Background {
  const { store } = paymentContext;
  const { random } = settings;
  const onFailure = (error: unknown): void => reportFailure(paymentContext, error);
  const history = watchHistory(settings, paymentContext, storeWatch);
  const { registry } = history;
  const { firstAttempt: ready, whenOpen, stop: stopOpening } = openWithRetry(history, { random, onFailure });
  const auditor = new Auditor(paymentContext, settings.retentionDays.timeline);
  const accountWatch = new AccountWatch(paymentContext, whenOpen);
  const parts = { whenOpen, onFailure, auditor, registry, accountWatch };
  const workers = startWorkers(settings, paymentContext, parts);
  const { sweepWorker, inbox, trackTask, requestTasks } = workers;
  const stopGatewayWatch = watchGateway({
    paymentContext,
    onRecovery: () => {
      inbox.resume();
      const wake = (): void => requestTasks.runOutsideRequests(sweepWorker.wake);
      trackTask(paymentContext.unconfirmedLeases.release().finally(wake));
    },
  });
  const requests = new RunningRequests();
  const ofProcess = [workers.check, accountWatch.check, auditor.check];
  const checks: readonly HealthCheck[] = [
    ...createStoreChecks(settings, paymentContext, { whenOpen, storeWatch, ofProcess }),
    createGatewayCheck(paymentContext),
    ...history.checks,
  ];
  return {
    ready,
    whenOpen,
    callbackWatch: workers.callbackWatch,
    inbox,
    startDueHooks: workers.startDueHooks,
    sweepOnce: workers.sweepOnce,
    runHourlyTasks: workers.runHourlyTasks,
    audit: (options) => auditor.audit(options),
    // The store is not queried during a shutdown, because it may be closed at any time.
    health: () => runHealthChecks(requests.isClosing ? [closingCheck] : checks),
    acknowledgeLostHistory: history.acknowledge,
    getHistoryLostAt: history.getLostAt,
    requests,
    trackTask,
    runRequest: requestTasks.runRequest,
    close: async (timeoutMs) => {
      const startedAt = performance.now();
      stopGatewayWatch();
      workers.stopHooks();
      await requests.close(timeoutMs);
      const remainingMs = Math.max(0, timeoutMs - (performance.now() - startedAt));
      await Promise.all([stopOpening(), workers.stop(remainingMs)]);
      await history.stop();
      await store.close();
    },
  };
}

/** Creates the checks that read the store, with those of the work of this process, in the order in which health lists problems. */
function createStoreChecks<Tx>(
  { sweepIntervalMs }: Settings<Tx>,
  paymentContext: PaymentContext,
  {
    whenOpen,
    storeWatch,
    ofProcess,
  }: {
    readonly whenOpen: () => Promise<void>;
    readonly storeWatch: StoreWatch;
    readonly ofProcess: readonly HealthCheck[];
  },
): readonly HealthCheck[] {
  const { store, now } = paymentContext;
  return [
    createStoreCheck({ store, whenOpen, now, sweepIntervalMs }),
    storeWatch.createCheck({ store, whenOpen, now }),
    ...ofProcess,
    createOperationCheck({ store, whenOpen, now }),
    createRecheckCheck(paymentContext, whenOpen),
  ];
}

const missingMarkMessage =
  'The store has no history mark. After a restored backup or the failover to a replica, payments, refunds and callbacks that are missing are not noticed, and an ' +
  "order can be paid twice. Set historyMark: fileHistoryMark('/var/lib/shop/pgw.mark'), on a disk that is not restored with the database. " +
  'historyMark: false ends this message. See docs/restoring.md.';

/** Returns the functions that open the store, register the hooks and watch the history mark. */
function watchHistory<Tx>(
  { gateway, historyMark, now }: Settings<Tx>,
  paymentContext: PaymentContext,
  storeWatch: StoreWatch,
) {
  const { store, emit } = paymentContext;
  const registry = new HookRegistry(paymentContext);
  const mark = historyMark ?? store.historyMark;
  const watch = mark ? new HistoryWatch({ store, mark, now, emit }) : undefined;
  const isMarkMissing = mark === undefined && store.needsHistoryMark === true;
  return {
    open: async (): Promise<void> => {
      await store.open({ ...getAccount(gateway), now: now() });
      await storeWatch.reportRisks(store, emit);
      await registry.refresh();
      if (isMarkMissing) emit({ level: 'warn', event: 'history-unmarked', message: missingMarkMessage });
      await watch?.start();
    },
    registry,
    checks: watch === undefined ? [] : [watch.check],
    getLostAt: (): number | undefined => watch?.getLostAt(),
    acknowledge: async (): Promise<void> => watch?.acknowledge(),
    stop: async (): Promise<void> => watch?.stop(),
  };
}

interface WorkersOptions {
  readonly whenOpen: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly auditor: Auditor;
  readonly registry: HookRegistry;
  readonly accountWatch: AccountWatch;
}

/** Starts the sweep and the hooks in separate loops, so that neither delays the other. */
function startWorkers<Tx>(
  settings: Settings<Tx>,
  paymentContext: PaymentContext,
  { whenOpen, onFailure, auditor, registry, accountWatch }: WorkersOptions,
) {
  const { now, sweepIntervalMs: intervalMs } = settings;
  const callbackWatch = new CallbackWatch();
  const rechecks = new Rechecks();
  const sweepWatch = new SweepWatch(now, intervalMs);
  const requestTasks = new RequestTasks();
  const trackTask = (task: Promise<unknown>): void => {
    requestTasks.add(task);
    sweepWorker.trackTask(task);
  };
  const runHourlyTasks = async (): Promise<void> => {
    await whenOpen();
    await purge(settings, paymentContext.store);
    await auditor.audit();
  };
  const runHourlyTasksIfDue = limitToHourly(now, runHourlyTasks);
  // The rounds start after this function has returned, when `inbox` and `dueHooks` have been created.
  const runSweep = async (): Promise<boolean> => {
    const hasMore = await sweep(paymentContext, { callbackWatch, inbox, rechecks });
    sweepWatch.recordSweep();
    await accountWatch.recordSweep();
    return hasMore;
  };
  const runSweepRound = async (): Promise<boolean> => {
    await whenOpen();
    const hasMore = await runSweep();
    trackTask(dueHooks.startDue());
    await runHourlyTasksIfDue();
    return hasMore;
  };
  const runHookRound = async (): Promise<boolean> => {
    await whenOpen().then(() => dueHooks.startDue());
    return false;
  };
  const sweepWorker = startWorker({ intervalMs, runRound: runSweepRound, onFailure });
  const hookWorker = startWorker({ intervalMs, runRound: runHookRound, onFailure });
  const inbox = new Inbox(paymentContext, { trackTask, trackInRequest: requestTasks.add });
  const dueHooks = new DueHooks(paymentContext, registry, { trackTask, run: runCall });
  return {
    sweepWorker,
    trackTask,
    requestTasks,
    callbackWatch,
    inbox,
    check: sweepWatch.check,
    runHourlyTasks,
    sweepOnce: async (): Promise<boolean> => {
      await whenOpen();
      const hasMore = await runSweep();
      await dueHooks.drain();
      return hasMore;
    },
    startDueHooks: () => trackTask(dueHooks.startDue()),
    stopHooks: () => dueHooks.stop(),
    stop: (timeoutMs: number) => Promise.all([hookWorker.stop(timeoutMs), sweepWorker.stop(timeoutMs)]),
  };
}

function runCall(context: PaymentContext, call: HookOfPayment): Promise<unknown> {
  return (call.hook.name === 'refundSecondPayment' ? refundSecondPayment : runHook)(context, call);
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

/** Deletes rows that are older than their retention. */
async function purge<Tx>({ now, retentionDays, cards }: Settings<Tx>, store: Store): Promise<void> {
  const daysAgo = (days: number): number => now() - days * 24 * hourMs;
  const { callbacks, rejected, timeline } = retentionDays;
  await store.purge({
    callbacksBefore: daysAgo(callbacks),
    rejectedBefore: daysAgo(rejected),
    notesBefore: daysAgo(timeline),
    usesBefore: now(),
    seedPeriodsBefore: computeFirstPeriodInUse(now(), cards?.keyLifetimeMs ?? 0),
  });
}

function reportFailure(paymentContext: PaymentContext, error: unknown): void {
  const message = getErrorMessage(error);
  paymentContext.emit({ level: 'error', event: 'store-failed', message, error });
}
