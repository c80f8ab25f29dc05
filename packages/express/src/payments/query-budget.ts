/**
 * How many queries visitors may cause at the gateway in a second, in this process. Anyone can open return pages and start payments; callbacks
 * and the sweep have budgets of their own, so that payments settle however many visitors there are.
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

  /** True when a query may be sent now; it is counted then. */
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
