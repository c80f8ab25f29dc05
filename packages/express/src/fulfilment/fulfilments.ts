import type { Engine } from '../payments/engine.ts';
import { fulfilClaimMs, fulfilIfPaid } from './fulfil.ts';

/** Fulfilments that one process runs at the same time. Each is claimed when it starts. */
const maxConcurrent = 4;

/**
 * Fulfils payments that are still due after a crash or a failure of `onPaid`. It runs separately from the sweep: a handler that does not
 * end occupies one of four slots until its time limit, and the others continue.
 */
export class Fulfilments {
  readonly #engine: Engine;
  readonly #background: (task: Promise<unknown>) => void;
  readonly #running = new Set<Promise<unknown>>();
  #claiming: Promise<void> | undefined;
  #isStopped = false;

  constructor(engine: Engine, background: (task: Promise<unknown>) => void) {
    this.#engine = engine;
    this.#background = background;
  }

  /** Starts due fulfilments while slots are free. Does not wait for handlers; each one that ends frees a slot. */
  begin(): Promise<void> {
    this.#claiming ??= this.#claim().finally(() => (this.#claiming = undefined));
    return this.#claiming;
  }

  /** Fulfils all due payments, and resolves when none is due any more. */
  async drain(): Promise<void> {
    for (;;) {
      await this.begin();
      if (this.#running.size === 0) return;
      await Promise.allSettled(this.#running);
    }
  }

  /** Starts no further fulfilments. */
  stop(): void {
    this.#isStopped = true;
  }

  async #claim(): Promise<void> {
    const { store, now } = this.#engine;
    while (!this.#isStopped && this.#running.size < maxConcurrent) {
      const at = now();
      const room = maxConcurrent - this.#running.size;
      const claimed = await store.claimFulfilments(at, at + fulfilClaimMs, room);
      for (const payment of claimed) this.#run(fulfilIfPaid(this.#engine, payment));
      if (claimed.length < room) return;
    }
  }

  #run(fulfilling: Promise<unknown>): void {
    this.#running.add(fulfilling);
    const next = async (): Promise<void> => {
      try {
        await fulfilling;
      } finally {
        this.#running.delete(fulfilling);
      }
      await this.begin();
    };
    this.#background(next());
  }
}
