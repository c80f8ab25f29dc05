/**
 * The maximum time of the work in one transaction, in milliseconds. The last payment of a batch waits for
 * this time.
 */
const maxTransactionMs = 250;

/**
 * Decides how many updates may share a transaction, by observing the shop's work (`onPaid`).
 *
 * Writes with `tx` are committed or rolled back with the transaction. Other effects of the work are repeated
 * when the transaction is rolled back. Therefore work that does not use `tx` runs in a separate transaction:
 * its success is stored at once, and a failure of other work does not repeat it.
 */
export class BatchSizer {
  #averageMs = 0;
  #workUsesTx = false;

  /**
   * The maximum size of the next batch. It is 1 unless the last work has used `tx`. For slow work it is
   * small.
   */
  get maxBatchSize(): number {
    return this.#workUsesTx ? Math.floor(maxTransactionMs / this.#averageMs) : 1;
  }

  /**
   * Runs work, and records its duration and whether it used `tx`. The average increases fast and decreases
   * slowly, so that the first slow work already reduces the next batch.
   */
  async runAndMeasure<Result>(
    work: () => Promise<Result>,
    { hasUsedTx }: { readonly hasUsedTx: () => boolean },
  ): Promise<Result> {
    const startedAt = performance.now();
    try {
      const result = await work();
      this.#workUsesTx = hasUsedTx();
      return result;
    } finally {
      const tookMs = performance.now() - startedAt;
      const weight = tookMs > this.#averageMs ? 0.5 : 0.1;
      this.#averageMs = this.#averageMs * (1 - weight) + tookMs * weight;
    }
  }
}
