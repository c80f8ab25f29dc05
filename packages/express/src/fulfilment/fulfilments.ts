import type { Engine } from '../payments/engine.ts';
import { fulfilClaimMs, fulfilIfPaid } from './fulfil.ts';

/** Fulfilments that one process runs at once. Each is claimed when it begins, so that its time is its own. */
const mostAtOnce = 4;

/**
 * Fulfils what a crash or a failing `onPaid` left due, apart from the sweep: a handler that does not end keeps one of four places
 * until its time limit, and the others go on.
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

  /** Begins what is due while there is room. Does not wait for handlers; each that ends makes room for the next one. */
  begin(): Promise<void> {
    this.#claiming ??= this.#claim().finally(() => (this.#claiming = undefined));
    return this.#claiming;
  }

  /** Fulfils what is due, until nothing more is. */
  async drain(): Promise<void> {
    for (;;) {
      await this.begin();
      if (this.#running.size === 0) return;
      await Promise.allSettled(this.#running);
    }
  }

  /** Begins no more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #claim(): Promise<void> {
    const { store, now } = this.#engine;
    while (!this.#isStopped && this.#running.size < mostAtOnce) {
      const at = now();
      const room = mostAtOnce - this.#running.size;
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
