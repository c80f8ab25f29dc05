import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** From here on the time that is left is shown, and updated every second. */
const shownFromMs = 5 * 60_000;
const maxTimerMs = 2 ** 31 - 1;

export interface DeadlineOptions {
  /** Whole seconds left if fewer than five minutes are left; null if there is more time, or no deadline. */
  readonly onTime: (secondsLeft: number | null) => void;
  /** The time is over. The element shows this only after the server has confirmed it. */
  readonly onExpired: () => void;
}

/**
 * Counts down to the order's deadline by the server's clock. The clock of the device may be wrong, so only its speed is used. A
 * device that was asleep shows the right time as soon as the page is visible again.
 */
export class Deadline implements ReactiveController {
  #endsAt: number | null = null;
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

  /** Counts down to the deadline of a session. `receivedAt`: Unix time in milliseconds. */
  start(
    { expiresAt, serverTime }: Pick<StorefrontSession, 'expiresAt' | 'serverTime'>,
    receivedAt: number,
  ): void {
    const leftMs = expiresAt === null ? Number.NaN : Date.parse(expiresAt) - Date.parse(serverTime);
    this.#endsAt = Number.isNaN(leftMs) ? null : receivedAt + leftMs;
    this.#tick();
  }

  stop(): void {
    this.#endsAt = null;
    this.#tick();
  }

  /** Calls `onExpired` again after a delay, because the server could not be reached or had not confirmed it. */
  retry(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#endsAt !== null) this.#timer = setTimeout(this.#tick, afterMs);
  }

  readonly #tick = (): void => {
    clearTimeout(this.#timer);
    const leftMs = this.#endsAt === null ? Infinity : Math.max(0, this.#endsAt - Date.now());
    const seconds = leftMs > shownFromMs ? null : Math.ceil(leftMs / 1000);
    if (seconds !== this.#secondsLeft) this.#options.onTime((this.#secondsLeft = seconds));
    if (leftMs === Infinity) return;
    if (leftMs === 0) return this.#options.onExpired();
    const nextMs = leftMs > shownFromMs ? leftMs - shownFromMs : leftMs % 1000 || 1000;
    this.#timer = setTimeout(this.#tick, Math.min(nextMs, maxTimerMs));
  };
}
