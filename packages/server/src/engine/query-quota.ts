/**
 * Limits the queries per second that visitors may cause in this process. Anyone can open return pages and
 * start payments. Callbacks and the sweep have separate limits, so that visitors cannot prevent updates.
 */
export class QueryQuota {
  readonly #perSecond: number;
  readonly #now: () => number;
  #available: number;
  #refilledAt: number;

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#available = perSecond;
    this.#refilledAt = now();
  }

  /** True when a query may be sent now. Counts the query. */
  acquire(): boolean {
    const now = this.#now();
    // A clock that was set back must not stop queries.
    const elapsedMs = Math.max(0, now - this.#refilledAt);
    this.#available = Math.min(this.#perSecond, this.#available + (elapsedMs / 1_000) * this.#perSecond);
    this.#refilledAt = now;
    if (this.#available < 1) return false;
    this.#available -= 1;
    return true;
  }
}
