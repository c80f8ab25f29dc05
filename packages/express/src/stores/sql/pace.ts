/** How much work one transaction may hold, in milliseconds: whoever comes last in it waits so long. */
const patienceMs = 250;

/** Learns how long the shop's work takes, so that a slow one keeps nobody waiting. */
export class Pace {
  #usualMs = 0;

  /** How many may share a transaction; any number before the first one. */
  get most(): number {
    return Math.floor(patienceMs / this.#usualMs);
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
