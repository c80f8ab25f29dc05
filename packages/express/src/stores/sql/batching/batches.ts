export interface BatchOptions<Item, Result> {
  /** Handles what has come together; answers in the same order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** How many may go together, asked before each batch. */
  readonly most: () => number;
  /** False for an error after which the calls of a batch are not tried one by one. Default: always true. */
  readonly mayRetry?: (error: unknown) => boolean;
  /** Batches under way at once. */
  readonly lanes: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** Worth a transaction beside others. */
const fair = 64;
/** A batch that takes longer keeps nobody waiting: the next one begins beside it. */
const patienceMs = 250;

/**
 * Lets calls of one moment share a transaction: what comes while a batch is under way makes the next one. A call that comes
 * alone goes alone, at the end of the event loop's turn. When a batch of several fails, each of its calls is tried by itself,
 * so that none fails for another's fault.
 */
export function batched<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, most, lanes, mayRetry = () => true } = options;
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  /** Of those running, how many have been for longer than anyone should wait. */
  let late = 0;
  let isPlanned = false;

  const one = async (item: Item): Promise<Result> => {
    const [result] = await run([item]);
    // One item, one result: `run` answers in order.
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
    }, patienceMs);
    await handle(batch);
    clearTimeout(timer);
    running -= 1;
    if (isLate) late -= 1;
    // A turn later: who got an answer goes on first, and a store with one connection is free for it.
    plan();
  };
  const pump = (): void => {
    while (waiting.length > 0 && running < lanes) {
      const size = Math.max(1, most());
      // Beside a batch that is on time only a fair one begins: fewer, fuller transactions cost less.
      if (running > late && waiting.length < Math.min(size, fair)) return;
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
