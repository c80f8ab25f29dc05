/** Options of {@link batchCalls}. */
export interface BatchOptions<Item, Result> {
  /** Handles a batch. Resolves with the results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The maximum size of the next batch. */
  readonly maxBatchSize: () => number;
  /** Whether the calls of a failed batch are retried one by one after this error. Default: always. */
  readonly mayRetry?: (error: unknown) => boolean;
  /** The maximum number of batches that run at the same time. */
  readonly maxConcurrentBatches: number;
}

interface PendingCall<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** When this many calls wait, another batch starts while one is running. */
const extraBatchThreshold = 64;
/** A batch that runs longer than this is slow. It does not delay the next batch. */
const slowBatchMs = 250;

/**
 * Combines concurrent calls into batches. Calls that arrive while a batch runs form the next batch. A single
 * call runs alone, at the end of the current turn of the event loop. When a batch fails, each of its calls is
 * retried alone, so that a call does not fail because of another call.
 */
export function batchCalls<Item, Result>(
  options: BatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { run, maxBatchSize, maxConcurrentBatches, mayRetry = () => true } = options;
  const waiting: PendingCall<Item, Result>[] = [];
  let running = 0;
  /** The number of running batches that are slow. */
  let slowCount = 0;
  let isPlanned = false;

  const runAlone = async (item: Item): Promise<Result> => {
    const [result] = await run([item]);
    // `run` resolves with one result per item.
    return result as Result;
  };
  const handle = async (batch: readonly PendingCall<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      // `run` resolves with one result per item.
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error)) for (const { reject } of batch) reject(error);
      else for (const { item, resolve } of batch) resolve(runAlone(item));
    }
  };
  const start = async (batch: readonly PendingCall<Item, Result>[]): Promise<void> => {
    running += 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slowCount += 1;
      pump();
    }, slowBatchMs);
    await handle(batch);
    clearTimeout(timer);
    running -= 1;
    if (isSlow) slowCount -= 1;
    // The next batch starts one turn of the event loop later. Callers with a result continue first, and can
    // use a store that has only one connection.
    plan();
  };
  const pump = (): void => {
    while (waiting.length > 0 && running < maxConcurrentBatches) {
      const size = Math.max(1, maxBatchSize());
      // While a batch that is not slow runs, only a full batch starts. Fewer and larger transactions cost
      // less.
      if (running > slowCount && waiting.length < Math.min(size, extraBatchThreshold)) return;
      void start(waiting.splice(0, size));
    }
  };
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      pump();
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      plan();
    });
}
