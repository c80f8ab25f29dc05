/** How calls are combined to batches. */
export interface BatchOptions<Item, Result> {
  /** Handles a batch. Resolves with the results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The maximum size of the next batch. */
  readonly most: () => number;
  /** False for an error after which the calls of a failed batch are not retried one by one. Default: always true. */
  readonly mayRetry?: (error: unknown) => boolean;
  /** The maximum of batches that run at the same time. */
  readonly lanes: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** The number of waiting calls that starts another batch beside a running one. */
const fullBatch = 64;
/** A batch that runs longer does not delay others: the next batch starts beside it. */
const slowBatchMs = 250;

/**
 * Combines concurrent calls to batches: calls that arrive while a batch runs form the next one. A single call runs alone at the end of the
 * event loop's turn. When a batch fails, each of its calls is retried alone, so that no call fails because of another.
 */
export function batched<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, most, lanes, mayRetry = () => true } = options;
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  /** The number of running batches that are slow. */
  let late = 0;
  let isPlanned = false;

  const one = async (item: Item): Promise<Result> => {
    const [result] = await run([item]);
    // `run` resolves with one result per item.
    return result as Result;
  };
  const handle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      // As above.
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error)) for (const { reject } of batch) reject(error);
      else for (const { item, resolve } of batch) resolve(one(item));
    }
  };
  const start = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    running += 1;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      late += 1;
      pump();
    }, slowBatchMs);
    await handle(batch);
    clearTimeout(timer);
    running -= 1;
    if (isLate) late -= 1;
    // One turn later: callers with a result continue first, and a store with a single connection is free for them.
    plan();
  };
  const pump = (): void => {
    while (waiting.length > 0 && running < lanes) {
      const size = Math.max(1, most());
      // Beside a batch that is not slow only a full one starts: fewer and larger transactions cost less.
      if (running > late && waiting.length < Math.min(size, fullBatch)) return;
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
