import type { Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { isLessThanAgo } from '../payments/schedule.ts';

/** So many payments in a row that the sweep had to settle are no accident. */
const suspicious = 5;
const repeatMs = 3_600_000;

/** Notices that callbacks do not arrive: a wrong URL or a firewall shows only by payments that the sweep has to find. */
export class CallbackWatch {
  #missing = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  /** A verified callback is here: the way is open. */
  arrived(): void {
    this.#missing = 0;
  }

  /** The sweep has settled a payment; warns when this goes on without a callback, at most once an hour. */
  async settledBySweep(engine: Engine, payment: Payment): Promise<void> {
    const callbacks = await engine.store.callbacksOf(payment.reference);
    this.#missing = callbacks.length === 0 ? this.#missing + 1 : 0;
    if (this.#missing < suspicious || isLessThanAgo(repeatMs, this.#warnedAt, engine.now())) return;
    this.#warnedAt = engine.now();
    engine.emit({
      level: 'warn',
      event: 'callbacks-missing',
      message:
        `The last ${this.#missing} payments were settled by the sweep, and no callback has come for any of them. ` +
        `Check that the gateway can reach ${payment.callbackUrl}.`,
      ids: {},
    });
  }
}
