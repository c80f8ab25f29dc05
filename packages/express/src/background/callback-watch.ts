import type { Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { isLessThanAgo } from '../payments/schedule.ts';

/** The number of consecutive payments without a callback that causes a warning. */
const suspicious = 5;
const repeatMs = 3_600_000;

/**
 * Detects missing callbacks, for example because of a wrong URL or a firewall. Without callbacks, the sweep
 * settles all payments.
 */
export class CallbackWatch {
  #missing = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  /** Call it for each verified callback. */
  arrived(): void {
    this.#missing = 0;
  }

  /**
   * Call it for each payment that the sweep has settled. Warns after several payments without a callback, at
   * most once an hour.
   */
  async settledBySweep(engine: Engine, payment: Payment): Promise<void> {
    const callbacks = await engine.store.callbacksOf(payment.reference);
    this.#missing = callbacks.length === 0 ? this.#missing + 1 : 0;
    if (this.#missing < suspicious || isLessThanAgo(repeatMs, this.#warnedAt, engine.now())) return;
    this.#warnedAt = engine.now();
    engine.emit({
      level: 'warn',
      event: 'callbacks-missing',
      message:
        `The last ${this.#missing} payments were settled by the sweep, and no callback has arrived for any of them. ` +
        `Check that the gateway can reach ${payment.callbackUrl}.`,
      ids: {},
    });
  }
}
