/** The calls of a store that share statements or transactions. */
export const batchedCalls = [
  'commit',
  'receiveCallback',
  'insertCallback',
  'start',
  'countUses',
  'findPayment',
  'findPaymentsOfOrder',
  'listOpenUnknownTransactions',
] as const;

/** One of {@link batchedCalls}. */
export type BatchedCall = (typeof batchedCalls)[number];

/** The options of {@link batchCalls}. */
export interface BatchOptions<Item, Result> {
  /** Handles a batch. Resolves with the results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The maximum size of the next batch. */
  readonly maxBatchSize: () => number;
  /** Whether each call of a failed batch is retried alone after this error. Default: always. */
  readonly mayRetry?: (error: unknown) => boolean;
  /** The maximum number of batches that run at the same time. */
  readonly maxConcurrentBatches?: number;
}

interface PendingCall<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** When this number of calls is pending, another batch starts while a batch is running. */
const extraBatchThreshold = 64;
/** A batch that runs longer than this time is slow. It does not delay the next batch. */
const slowBatchMs = 250;

/**
 * Returns a function that combines concurrent calls into batches. When a batch fails, each of its calls is retried
 * alone, so that a call does not fail because of another call.
 */
export function batchCalls<Item, Result>(
  options: BatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { run, maxBatchSize, maxConcurrentBatches = 2, mayRetry = () => true } = options;
  const pendingCalls: PendingCall<Item, Result>[] = [];
  let runningCount = 0;
  /** The number of running batches that are slow. */
  let slowCount = 0;
  let isScheduled = false;

  const runAlone = async (item: Item): Promise<Result> => {
    const [result] = await run([item]);
    // `run` resolves with one result per item.
    return result as Result;
  };
  const runBatch = async (batch: readonly PendingCall<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      // `run` resolves with one result per item.
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error)) for (const { reject } of batch) reject(error);
      else for (const { item, resolve } of batch) resolve(runAlone(item));
    }
  };
  const startBatch = async (batch: readonly PendingCall<Item, Result>[]): Promise<void> => {
    runningCount += 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slowCount += 1;
      startBatches();
    }, slowBatchMs);
    await runBatch(batch);
    clearTimeout(timer);
    runningCount -= 1;
    if (isSlow) slowCount -= 1;
    // The next batch starts one turn of the event loop later. Callers with a result continue first. If the
    // store has only one connection, they can use it before the next batch.
    scheduleStart();
  };
  const startBatches = (): void => {
    while (pendingCalls.length > 0 && runningCount < maxConcurrentBatches) {
      const size = Math.max(1, maxBatchSize());
      // While a batch is running and not slow, the next one waits until enough calls are pending.
      const hasFastBatch = runningCount > slowCount;
      if (hasFastBatch && pendingCalls.length < Math.min(size, extraBatchThreshold)) return;
      void startBatch(pendingCalls.splice(0, size));
    }
  };
  const scheduleStart = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    // Calls of two turns of the event loop share a batch, because fewer and larger transactions are cheaper.
    setImmediate(setImmediate, () => {
      isScheduled = false;
      startBatches();
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      pendingCalls.push({ item, resolve, reject });
      scheduleStart();
    });
}
