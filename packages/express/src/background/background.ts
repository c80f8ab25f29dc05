import {
  closingCheck,
  runHealthChecks,
  storeCheck,
  SweepWatch,
  type Health,
  type HealthCheck,
} from '../health.ts';
import { HistoryWatch } from '../history/history-watch.ts';
import { openWithRetry } from './open-with-retry.ts';
import type { Settings } from '../options/options.ts';
import { Auditor } from '../operator/audit.ts';
import { CallbackWatch } from './callback-watch.ts';
import { firstPeriodInUse } from '../cards/card-key.ts';
import type { Engine } from '../payments/engine.ts';
import { Fulfilments } from '../fulfilment/fulfilments.ts';
import { gatewayCheck, watchGateway } from './gateway-watch.ts';
import { Inbox } from '../payments/inbox.ts';
import { isLessThanAgo } from '../payments/schedule.ts';
import { sweep } from './sweep.ts';
import type { Store } from '../payments/store.ts';
import { RunningRequests } from './running-requests.ts';
import { startWorker, type Worker } from './worker.ts';

/** The work of a checkout outside of requests: it opens the store, settles callbacks, sweeps and purges. */
export interface Background {
  /** The outcome of the first attempt to open the store. */
  readonly ready: Promise<void>;
  /** Resolves when the store is open; rejects while it cannot be opened. */
  readonly opened: () => Promise<void>;
  readonly watch: CallbackWatch;
  readonly inbox: Inbox;
  /** Runs one sweep and all due fulfilments now. Resolves with true when more work may be due. */
  readonly sweepOnce: () => Promise<boolean>;
  readonly audit: Auditor['audit'];
  readonly health: () => Promise<Health>;
  readonly acknowledgeLostHistory: () => Promise<void>;
  readonly requests: RunningRequests;
  /** Tracks work that continues after the response was sent. */
  readonly run: Worker['background'];
  /**
   * Rejects new requests, waits at most `timeoutMs` milliseconds for running requests and work, and closes
   * the store.
   */
  readonly close: (timeoutMs: number) => Promise<void>;
}

/** Starts the background work of a checkout. */
export function startBackground<Tx>(settings: Settings<Tx>, engine: Engine): Background {
  const { store } = engine;
  const { now, random, sweepIntervalMs } = settings;
  const onFailure = (error: unknown): void => reportFailure(engine, error);
  const history = historyOf(settings, engine);
  const { first: ready, opened, stop: stopOpening } = openWithRetry(history, { random, onFailure });
  const auditor = new Auditor(engine, settings.retentionDays.timeline);
  const loops = startLoops(settings, engine, { opened, onFailure, auditor });
  const { worker, inbox } = loops;
  const endWatch = watchGateway({
    engine,
    onResponds: () => {
      inbox.resume();
      worker.background(engine.unconfirmed.release().finally(worker.wake));
    },
  });
  const requests = new RunningRequests();
  const checks: readonly HealthCheck[] = [
    storeCheck({ store, opened, now, sweepIntervalMs }),
    loops.check,
    auditor.check,
    gatewayCheck(engine),
    ...history.checks,
  ];
  return {
    ready,
    opened,
    watch: loops.watch,
    inbox,
    sweepOnce: loops.sweepOnce,
    audit: (options) => auditor.audit(options),
    // The store is not queried during a shutdown, because it may be closed at any time.
    health: () => runHealthChecks(requests.isClosing ? [closingCheck] : checks),
    acknowledgeLostHistory: history.acknowledge,
    requests,
    run: worker.background,
    close: async (timeoutMs) => {
      const startedAt = performance.now();
      endWatch();
      loops.beginNoMore();
      await requests.close(timeoutMs);
      const restMs = Math.max(0, timeoutMs - (performance.now() - startedAt));
      await Promise.all([stopOpening(), loops.stop(restMs)]);
      await history.stop();
      await store.close();
    },
  };
}

/** Opens the store, then compares it with its history mark before anything is written. */
function historyOf<Tx>({ historyMark, now }: Settings<Tx>, { store, emit }: Engine) {
  const mark = historyMark ?? store.historyMark;
  const watch = mark ? new HistoryWatch({ store, mark, now, emit }) : undefined;
  return {
    open: async (): Promise<void> => {
      await store.open();
      await watch?.start();
    },
    checks: watch === undefined ? [] : [watch.check],
    acknowledge: async (): Promise<void> => watch?.acknowledge(),
    stop: async (): Promise<void> => watch?.stop(),
  };
}

interface LoopOptions {
  readonly opened: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly auditor: Auditor;
}

/** Starts the sweep and the fulfilments in separate loops, so that neither delays the other. */
function startLoops<Tx>(settings: Settings<Tx>, engine: Engine, { opened, onFailure, auditor }: LoopOptions) {
  const { now, sweepIntervalMs: intervalMs } = settings;
  const watch = new CallbackWatch();
  const sweeps = new SweepWatch(now, intervalMs);
  const hourlyWork = hourly(settings.now, async () => {
    await purge(settings, engine.store);
    await auditor.audit();
  });
  const query = async (): Promise<boolean> => {
    const hasMore = await sweep(engine, { watch, inbox });
    sweeps.finished();
    return hasMore;
  };
  const sweepRound = async (): Promise<boolean> => {
    await opened();
    const hasMore = await query();
    worker.background(fulfilments.begin());
    await hourlyWork();
    return hasMore;
  };
  const fulfilRound = async (): Promise<boolean> => {
    await opened();
    await fulfilments.begin();
    return false;
  };
  const worker = startWorker({ intervalMs, round: sweepRound, onFailure });
  const fulfilling = startWorker({ intervalMs, round: fulfilRound, onFailure });
  const inbox = new Inbox(engine, worker.background);
  const fulfilments = new Fulfilments(engine, worker.background);
  return {
    worker,
    watch,
    inbox,
    check: sweeps.check,
    sweepOnce: async (): Promise<boolean> => {
      const hasMore = await query();
      await fulfilments.drain();
      return hasMore;
    },
    beginNoMore: () => fulfilments.stop(),
    stop: (timeoutMs: number) => Promise.all([fulfilling.stop(timeoutMs), worker.stop(timeoutMs)]),
  };
}

const hourMs = 3_600_000;

/** Returns a function that runs the work at most once an hour. All other calls do nothing. */
function hourly(now: () => number, work: () => Promise<void>): () => Promise<void> {
  let ranAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (isLessThanAgo(hourMs, ranAt, now())) return;
    ranAt = now();
    await work();
  };
}

/** Deletes rows that are older than their retention. */
async function purge<Tx>({ now, retentionDays, cards }: Settings<Tx>, store: Store): Promise<void> {
  const before = (days: number): number => now() - days * 24 * hourMs;
  const { callbacks, rejected, timeline } = retentionDays;
  await store.purge({
    callbacksBefore: before(callbacks),
    rejectedBefore: before(rejected),
    notesBefore: before(timeline),
    triesBefore: now(),
    seedPeriodsBefore: firstPeriodInUse(now(), cards?.keyLifetimeMs ?? 0),
  });
}

function reportFailure(engine: Engine, error: unknown): void {
  const message = error instanceof Error ? error.message : 'unknown error';
  engine.emit({ level: 'error', event: 'store-failed', message, ids: {}, error });
}
