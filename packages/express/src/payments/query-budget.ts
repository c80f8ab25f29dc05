/**
 * Limits the queries that visitors may cause in one second, in this process. Anyone can open return pages and
 * start payments. Callbacks and the sweep have their own limits, so that payments are settled with any number
 * of visitors.
 */
export class QueryBudget {
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = perSecond;
    this.#countedAt = now();
  }

  /** True when a query may be sent now. Counts the query. */
  take(): boolean {
    const now = this.#now();
    // A clock that was set back must not stop queries.
    const elapsedMs = Math.max(0, now - this.#countedAt);
    this.#left = Math.min(this.#perSecond, this.#left + (elapsedMs / 1_000) * this.#perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
