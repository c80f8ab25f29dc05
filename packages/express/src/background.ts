import { runHealthChecks, storeCheck, SweepWatch, type Health, type HealthCheck } from './health.ts';
import { HistoryWatch } from './history/history-watch.ts';
import { openPatiently } from './open-patiently.ts';
import type { Settings } from './options.ts';
import { CallbackWatch } from './payments/callback-watch.ts';
import { firstPeriodInUse } from './payments/card-key.ts';
import type { Engine } from './payments/engine.ts';
import { Fulfilments } from './payments/fulfilments.ts';
import { gatewayCheck, watchGateway } from './payments/gateway-watch.ts';
import { Inbox } from './payments/inbox.ts';
import { sweep } from './payments/sweep.ts';
import type { Store } from './stores/store.ts';
import { startWorker, type Worker } from './worker.ts';

/** What a checkout does besides answering requests: it opens the store, settles callbacks, sweeps and purges. */
export interface Background {
  /** The outcome of the first attempt to open the store. */
  readonly ready: Promise<void>;
  /** Resolves when the store is open; rejects while it cannot be opened. */
  readonly opened: () => Promise<void>;
  readonly watch: CallbackWatch;
  readonly inbox: Inbox;
  /** One sweep, now, and the fulfilments that are due. True when more may be due. */
  readonly sweepOnce: () => Promise<boolean>;
  readonly health: () => Promise<Health>;
  readonly acknowledgeLostHistory: () => Promise<void>;
  /** Tracks work that continues after its request was answered. */
  readonly run: Worker['background'];
  /** Stops the sweep, waits for running work, at most `patienceMs`, and closes the store. */
  readonly close: (patienceMs: number) => Promise<void>;
}

export function startBackground<Tx>(settings: Settings<Tx>, engine: Engine): Background {
  const { store } = engine;
  const { now, random, sweepIntervalMs } = settings;
  const onFailure = (error: unknown): void => reportFailure(engine, error);
  const history = historyOf(settings, engine);
  const { first: ready, opened, stop: stopOpening } = openPatiently(history, { random, onFailure });
  const watch = new CallbackWatch();
  const sweeps = new SweepWatch(now, sweepIntervalMs);
  const purge = hourly(settings, store);
  const query = async (): Promise<boolean> => {
    const hasMore = await sweep(engine, { watch, inbox });
    sweeps.finished();
    return hasMore;
  };
  const worker = startWorker({
    intervalMs: sweepIntervalMs,
    round: async () => {
      await opened();
      const hasMore = await query();
      worker.background(fulfilments.begin());
      await purge();
      return hasMore;
    },
    onFailure,
  });
  const fulfilments = new Fulfilments(engine, worker.background);
  // A loop of its own: a sweep that waits for the gateway holds up no fulfilment.
  const fulfilling = startWorker({
    intervalMs: sweepIntervalMs,
    round: async () => {
      await opened();
      await fulfilments.begin();
      return false;
    },
    onFailure,
  });
  const inbox = new Inbox(engine, worker.background);
  const endWatch = watchGateway({
    engine,
    onResponds: () => {
      inbox.resume();
      worker.background(engine.unanswered.release().finally(worker.wake));
    },
  });
  const checks: readonly HealthCheck[] = [
    storeCheck({ store, opened, now, sweepIntervalMs }),
    sweeps.check,
    gatewayCheck(engine),
    ...history.checks,
  ];
  return {
    ready,
    opened,
    watch,
    inbox,
    sweepOnce: async () => {
      const hasMore = await query();
      await fulfilments.drain();
      return hasMore;
    },
    health: () => runHealthChecks(checks),
    acknowledgeLostHistory: history.acknowledge,
    run: worker.background,
    close: async (patienceMs) => {
      endWatch();
      fulfilments.stop();
      await Promise.all([stopOpening(), fulfilling.stop(patienceMs), worker.stop(patienceMs)]);
      await history.stop();
      await store.close();
    },
  };
}

/** The store with its history mark, which is compared when the store is open and before anything is written. */
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

const hourMs = 3_600_000;

/** Drops what is older than its retention, at most once an hour however often it is called. */
function hourly<Tx>({ now, retentionDays, cards }: Settings<Tx>, store: Store): () => Promise<void> {
  let purgedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - purgedAt < hourMs) return;
    purgedAt = now();
    const before = (days: number): number => now() - days * 24 * hourMs;
    const { callbacks, rejected, timeline } = retentionDays;
    await store.purge({
      callbacksBefore: before(callbacks),
      rejectedBefore: before(rejected),
      notesBefore: before(timeline),
      triesBefore: now(),
      seedPeriodsBefore: firstPeriodInUse(now(), cards?.keyLifetimeMs ?? 0),
    });
  };
}

function reportFailure(engine: Engine, error: unknown): void {
  const message = error instanceof Error ? error.message : 'unknown error';
  engine.emit({ level: 'error', event: 'store-failed', message, ids: {}, error });
}
