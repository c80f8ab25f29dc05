/** Limits the number of concurrent tasks. Further tasks wait, in the order of their calls. */
export class Slots {
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
      const next = this.#waiting.shift();
      if (next === undefined) this.#freeSlots += 1;
      else next();
    }
  }
}
