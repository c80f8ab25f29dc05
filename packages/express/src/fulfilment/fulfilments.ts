import type { Engine } from '../payments/engine.ts';
import { fulfilClaimMs, fulfilIfPaid } from './fulfil.ts';

/** The maximum number of fulfilments that a process runs at the same time. Each is claimed when it starts. */
const maxConcurrent = 4;

/**
 * Fulfils payments that are still due after a crash or a failure of `onPaid`. Fulfilments run separately from
 * the sweep. A handler that does not end uses one of four slots until its time limit, and the other slots
 * continue.
 */
export class Fulfilments {
  readonly #engine: Engine;
  readonly #trackTask: (task: Promise<unknown>) => void;
  readonly #running = new Set<Promise<unknown>>();
  /** The running call of `#claimAndStart`. Concurrent calls of `startDue` share it. */
  #currentStart: Promise<void> | undefined;
  #isStopped = false;

  /** `trackTask` receives every running fulfilment, so that `close` can wait for it. */
  constructor(engine: Engine, trackTask: (task: Promise<unknown>) => void) {
    this.#engine = engine;
    this.#trackTask = trackTask;
  }

  /**
   * Starts due fulfilments while slots are free. It does not wait for the handlers. A handler that ends frees
   * its slot.
   */
  startDue(): Promise<void> {
    this.#currentStart ??= this.#claimAndStart().finally(() => (this.#currentStart = undefined));
    return this.#currentStart;
  }

  /** Fulfils all due payments, and resolves when no payment is due. */
  async drain(): Promise<void> {
    for (;;) {
      await this.startDue();
      if (this.#running.size === 0) return;
      await Promise.allSettled(this.#running);
    }
  }

  /** Prevents the start of further fulfilments. Running fulfilments continue. */
  stop(): void {
    this.#isStopped = true;
  }

  async #claimAndStart(): Promise<void> {
    const { store, now } = this.#engine;
    while (!this.#isStopped && this.#running.size < maxConcurrent) {
      const at = now();
      const freeSlots = maxConcurrent - this.#running.size;
      const claimedPayments = await store.claimFulfilments(at, at + fulfilClaimMs, freeSlots);
      for (const payment of claimedPayments) this.#track(fulfilIfPaid(this.#engine, payment));
      if (claimedPayments.length < freeSlots) return;
    }
  }

  /** Tracks a running fulfilment, and starts further ones when it has ended. */
  #track(fulfilment: Promise<unknown>): void {
    this.#running.add(fulfilment);
    const startNextAfterwards = async (): Promise<void> => {
      try {
        await fulfilment;
      } finally {
        this.#running.delete(fulfilment);
      }
      await this.startDue();
    };
    this.#trackTask(startNextAfterwards());
  }
}
