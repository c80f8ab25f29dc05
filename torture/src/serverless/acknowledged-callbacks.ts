import type { CallbackEvent } from '@pgw/sandbox';

/** The time limit of one batch. */
const timeLimitMs = 120_000;

/** Counts the callbacks that the shop has acknowledged, according to the gateway. */
export class AcknowledgedCallbacks {
  readonly #countByNumber = new Map<string, number>();
  #count = 0;
  #waiter: { readonly wanted: number; readonly resolve: () => void } | undefined;

  get count(): number {
    return this.#count;
  }

  record({ transactionNumber, isAcknowledged }: CallbackEvent): void {
    if (!isAcknowledged) return;
    this.#count += 1;
    this.#countByNumber.set(transactionNumber, (this.#countByNumber.get(transactionNumber) ?? 0) + 1);
    if (this.#waiter !== undefined && this.#count >= this.#waiter.wanted) this.#waiter.resolve();
  }

  /**
   * Resolves when this number of callbacks is acknowledged in total.
   *
   * @throws Error when they are not acknowledged in two minutes.
   */
  async waitFor(wanted: number): Promise<void> {
    if (this.#count >= wanted) return;
    await new Promise<void>((resolve, reject) => {
      const fail = (): void =>
        reject(new Error(`Only ${this.#count} of ${wanted} callbacks were acknowledged.`));
      const timer = setTimeout(fail, timeLimitMs);
      const succeed = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiter = { wanted, resolve: succeed };
    });
  }

  /** Returns the number of acknowledged callbacks by reference. */
  countByReference(referencesByNumber: ReadonlyMap<string, string>): Map<string, number> {
    return new Map(
      [...this.#countByNumber].map(([number, count]) => [referencesByNumber.get(number) ?? number, count]),
    );
  }
}
