/** Options of {@link batched}. */
export interface BatchOptions<Item, Result> {
  /** Handles a batch. Resolves with the results in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** The maximum size of the next batch. */
  readonly most: () => number;
  /** Whether the calls of a failed batch are retried one by one after this error. Default: always. */
  readonly mayRetry?: (error: unknown) => boolean;
  /** The maximum number of batches that run at the same time. */
  readonly lanes: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** When this many calls wait, another batch starts while one is running. */
const fullBatch = 64;
/** A batch that runs longer than this is slow. It does not delay the next batch. */
const slowBatchMs = 250;

/**
 * Combines concurrent calls into batches. Calls that arrive while a batch runs form the next batch. A single
 * call runs alone, at the end of the current turn of the event loop. When a batch fails, each of its calls is
 * retried alone, so that a call does not fail because of another call.
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
      // `run` resolves with one result per item.
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
    // The next batch starts one turn of the event loop later. Callers with a result continue first, and can
    // use a store that has only one connection.
    plan();
  };
  const pump = (): void => {
    while (waiting.length > 0 && running < lanes) {
      const size = Math.max(1, most());
      // While a batch that is not slow runs, only a full batch starts. Fewer and larger transactions cost
      // less.
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
