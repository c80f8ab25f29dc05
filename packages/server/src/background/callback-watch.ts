import type { PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { isWithinLast } from '../model/schedule.ts';

/** A warning is emitted after this number of consecutive payments without a callback. */
const warningThreshold = 5;
const warnEveryMs = 3_600_000;

/**
 * Emits a warning when no callbacks arrive, for example because of a wrong URL or a firewall. Without this
 * warning the problem may not be noticed, because the sweep syncs the payments later.
 */
export class CallbackWatch {
  #countWithoutCallback = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  /** Resets the count. Call it for each verified callback. */
  recordCallback(): void {
    this.#countWithoutCallback = 0;
  }

  /** Counts a payment that the sweep has synced without a callback. */
  async recordSweepUpdate(paymentContext: PaymentContext, payment: Payment): Promise<void> {
    const callbacks = await paymentContext.store.list('callbacks', payment.reference);
    this.#countWithoutCallback = callbacks.length === 0 ? this.#countWithoutCallback + 1 : 0;
    if (
      this.#countWithoutCallback < warningThreshold ||
      isWithinLast(warnEveryMs, this.#warnedAt, paymentContext.now())
    )
      return;
    this.#warnedAt = paymentContext.now();
    const { callbackUrl } = payment;
    const paymentCount = this.#countWithoutCallback;
    paymentContext.emit({
      level: 'warn',
      event: 'callbacks-missing',
      message:
        `The last ${paymentCount} payments were synced by the sweep, and no callback has arrived for any of them. ` +
        `Check that the gateway can reach ${callbackUrl}.`,
      callbackUrl,
      paymentCount,
    });
  }
}
