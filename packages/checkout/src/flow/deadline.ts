import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutState } from '../state/checkout-state.ts';

/** In the last five minutes the element shows the time that is left, and updates it every second. */
const orderCountdownMs = 5 * 60_000;
/** On the screen with the QR code the shopper waits, so the time is shown earlier. */
const paymentCountdownMs = 60 * 60_000;
/** A timer with a longer delay fires immediately. */
const maxTimerMs = 2 ** 31 - 1;

export interface DeadlineOptions {
  /** Receives the whole seconds that are left; null if the time is not shown yet, or without a deadline. */
  readonly onTime: (secondsLeft: number | null) => void;
  /** The deadline has passed by the clock of the device. The server has to confirm it. */
  readonly onExpired: () => void;
}

/** The time that is left comes from the server, because the clock of the device may be wrong. */
export class Deadline implements ReactiveController {
  /** The deadline by the clock of the device, as Unix time in milliseconds. */
  #endsAt: number | null = null;
  #countdownMs = orderCountdownMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #secondsLeft: number | null = null;
  readonly #options: DeadlineOptions;

  constructor(host: ReactiveControllerHost, options: DeadlineOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#tick);
    this.#tick();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#tick);
    clearTimeout(this.#timer);
  }

  /** While the shopper pays on a phone, the deadline is that of the payment. `receivedAt` is in Unix milliseconds. */
  start({ session, phase }: Pick<CheckoutState, 'session' | 'phase'>, receivedAt: number): void {
    if (session === null) return;
    const { serverTime } = session;
    const payment = phase.name === 'phone' ? phase.payment : null;
    // A payment that a second person approves has no deadline.
    const expiresAt = payment?.approval === undefined ? (payment?.expiresAt ?? session.expiresAt) : null;
    this.#countdownMs = payment === null ? orderCountdownMs : paymentCountdownMs;
    const leftMs = expiresAt === null ? Number.NaN : Date.parse(expiresAt) - Date.parse(serverTime);
    this.#endsAt = Number.isNaN(leftMs) ? null : receivedAt + leftMs;
    this.#tick();
  }

  stop(): void {
    this.#endsAt = null;
    this.#tick();
  }

  /** Calls `onExpired` again after a delay, because the server has not confirmed the deadline yet. */
  retry(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#endsAt !== null) this.#timer = setTimeout(this.#tick, afterMs);
  }

  readonly #tick = (): void => {
    clearTimeout(this.#timer);
    const countdownMs = this.#countdownMs;
    const leftMs = this.#endsAt === null ? Infinity : Math.max(0, this.#endsAt - Date.now());
    const secondsLeft = leftMs > countdownMs ? null : Math.ceil(leftMs / 1000);
    if (secondsLeft !== this.#secondsLeft) {
      this.#secondsLeft = secondsLeft;
      this.#options.onTime(secondsLeft);
    }
    if (leftMs === Infinity) return;
    if (leftMs === 0) return this.#options.onExpired();
    // The timer fires when the countdown begins, and then at every whole second.
    const nextMs = leftMs > countdownMs ? leftMs - countdownMs : leftMs % 1000 || 1000;
    this.#timer = setTimeout(this.#tick, Math.min(nextMs, maxTimerMs));
  };
}
