import type { StorefrontSession } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';

/** From here on the time left is shown, and counted by the second. */
const shownFromMs = 5 * 60_000;
const longestTimerMs = 2 ** 31 - 1;

export interface DeadlineOptions {
  /** Whole seconds left, once fewer than five minutes are; null when there is more time, or no limit. */
  readonly onTime: (secondsLeft: number | null) => void;
  /** By the server's clock the time is over; the server has to agree before anybody is told. */
  readonly onOver: () => void;
}

/**
 * Counts down to the order's deadline by the server's clock: the device's may be wrong, so only its pace is used.
 * A device that slept is told the right time as soon as it wakes.
 */
export class Deadline implements ReactiveController {
  #endsAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told: number | null = null;
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

  /** Counts to this session's deadline, from the moment on at which its answer came: now, or so many milliseconds of Unix time. */
  watch(
    { expiresAt, serverTime }: Pick<StorefrontSession, 'expiresAt' | 'serverTime'>,
    answeredAt: number = Date.now(),
  ): void {
    const leftMs = expiresAt === null ? Number.NaN : Date.parse(expiresAt) - Date.parse(serverTime);
    this.#endsAt = Number.isNaN(leftMs) ? null : answeredAt + leftMs;
    this.#tick();
  }

  stop(): void {
    this.#endsAt = null;
    this.#tick();
  }

  /** Asks the server once more after a while, since it could not be asked, or was not of the same mind. */
  askAgain(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#endsAt !== null) this.#timer = setTimeout(this.#tick, afterMs);
  }

  readonly #tick = (): void => {
    clearTimeout(this.#timer);
    const leftMs = this.#endsAt === null ? Infinity : Math.max(0, this.#endsAt - Date.now());
    const seconds = leftMs > shownFromMs ? null : Math.ceil(leftMs / 1000);
    if (seconds !== this.#told) this.#options.onTime((this.#told = seconds));
    if (leftMs === Infinity) return;
    if (leftMs === 0) return this.#options.onOver();
    const nextMs = leftMs > shownFromMs ? leftMs - shownFromMs : leftMs % 1000 || 1000;
    this.#timer = setTimeout(this.#tick, Math.min(nextMs, longestTimerMs));
  };
}
