interface Entry<Value> {
  value: Value;
  loadedAt: number;
}

/** The options of an {@link AccountCache}. */
export interface CacheOptions<Value> {
  /** Loads a value. Undefined if there is none. Returns `previous` if it has not changed. */
  readonly load: (id: string, previous: Value | undefined) => Promise<Value | undefined>;
  /** Called with a value that is no longer in the cache. */
  readonly onRemoved: (value: Value) => void;
  readonly maxCount: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

/** An id without a value is looked up again after this time, so that many requests for it cause few look-ups. */
const missingMs = 5_000;

/** Values by id. Those that were used last are kept. Concurrent loads of an id share one. */
export class AccountCache<Value> {
  readonly #options: CacheOptions<Value>;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry<Value>>();
  /** The ids without a value, with the time of the look-up. They do not replace values. */
  readonly #missing = new Map<string, number>();
  readonly #loads = new Map<string, Promise<Value | undefined>>();

  constructor(options: CacheOptions<Value>) {
    this.#options = options;
  }

  /** Returns a value, and loads it if it is missing or old. */
  async get(id: string): Promise<Value | undefined> {
    const { now, maxAgeMs } = this.#options;
    const entry = this.#entries.get(id);
    if (entry !== undefined && now() - entry.loadedAt < maxAgeMs && now() >= entry.loadedAt) {
      this.#entries.delete(id);
      this.#entries.set(id, entry);
      return entry.value;
    }
    const missingSince = this.#missing.get(id);
    if (missingSince !== undefined && Math.abs(now() - missingSince) < missingMs) return undefined;
    const running = this.#loads.get(id);
    if (running !== undefined) return running;
    const load = this.#load(id, entry?.value).finally(() => this.#loads.delete(id));
    this.#loads.set(id, load);
    return load;
  }

  /** The values in memory. */
  values(): Value[] {
    return [...this.#entries.values()].map(({ value }) => value);
  }

  async #load(id: string, previous: Value | undefined): Promise<Value | undefined> {
    const { load, onRemoved, now } = this.#options;
    const value = await load(id, previous).catch((error: unknown) => {
      this.#remove(id);
      throw error;
    });
    if (value !== previous) this.#remove(id);
    this.#entries.delete(id);
    this.#missing.delete(id);
    if (value === undefined) trim(this.#missing.set(id, now()), this.#options.maxCount);
    else
      for (const removed of trim(this.#entries.set(id, { value, loadedAt: now() }), this.#options.maxCount))
        onRemoved(removed.value);
    return value;
  }

  #remove(id: string): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    if (entry !== undefined) this.#options.onRemoved(entry.value);
  }
}

/** Removes the first entries until there are at most `maxCount`, and returns their values. */
function trim<Value>(entries: Map<string, Value>, maxCount: number): Value[] {
  const removed = [...entries].slice(0, Math.max(0, entries.size - maxCount));
  for (const [id] of removed) entries.delete(id);
  return removed.map(([, value]) => value);
}
