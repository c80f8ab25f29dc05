/** How much work one transaction may hold, in milliseconds: whoever comes last in it waits so long. */
const patienceMs = 100;
const mostTogether = 32;

/** Learns how long the shop's work takes, so that a slow one keeps nobody waiting. */
export class Pace {
  #usualMs = 0;

  /** How many may share a transaction. */
  get most(): number {
    return this.#usualMs === 0
      ? mostTogether
      : Math.min(mostTogether, Math.floor(patienceMs / this.#usualMs));
  }

  /** Runs work and remembers its time. A slow one counts at once, fast ones by and by. */
  async timed(work: () => void | Promise<void>): Promise<void> {
    const startedAt = performance.now();
    try {
      await work();
    } finally {
      const tookMs = performance.now() - startedAt;
      this.#usualMs =
        tookMs > this.#usualMs ? (tookMs + this.#usualMs) / 2 : this.#usualMs * 0.9 + tookMs * 0.1;
    }
  }
}
