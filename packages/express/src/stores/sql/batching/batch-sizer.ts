/** How much work one transaction may hold, in milliseconds: whoever comes last in it waits so long. */
const patienceMs = 250;

/**
 * Learns of the shop's work how many may share a transaction.
 *
 * What work writes with `tx` is kept or undone with its transaction. What it does elsewhere is done, and done again when the
 * transaction is lost: such work goes alone, so that its success is stored at once and it never pays for others.
 */
export class BatchSizer {
  #usualMs = 0;
  #isForTx = false;

  /** One, until work has used `tx`, and after work that has not. A slow one keeps nobody waiting. */
  get most(): number {
    return this.#isForTx ? Math.floor(patienceMs / this.#usualMs) : 1;
  }

  /** Runs work, and remembers its time and whether it used `tx`. A slow one counts at once, fast ones by and by. */
  async timed(
    work: () => void | Promise<void>,
    { hasUsedTx }: { readonly hasUsedTx: () => boolean },
  ): Promise<void> {
    const startedAt = performance.now();
    try {
      await work();
      this.#isForTx = hasUsedTx();
    } finally {
      const tookMs = performance.now() - startedAt;
      this.#usualMs =
        tookMs > this.#usualMs ? (tookMs + this.#usualMs) / 2 : this.#usualMs * 0.9 + tookMs * 0.1;
    }
  }
}
