/** Limits the number of concurrent tasks. Further tasks wait, in the order of their calls. */
export class ConcurrencyLimiter {
  #freeSlots: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#freeSlots = count;
  }

  /** Runs a task as soon as a slot is free. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#freeSlots === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#freeSlots -= 1;
    try {
      return await task();
    } finally {
      // The next waiting task uses the slot of this task.
      const startNext = this.#waiting.shift();
      if (startNext === undefined) this.#freeSlots += 1;
      else startNext();
    }
  }
}
