import { requireArgument } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { ParsedOptions } from './options.ts';

/**
 * With `closed`, the client sends requests. With `open`, the gateway is down, and the client rejects requests
 * immediately.
 */
export type CircuitState = 'closed' | 'open';

/** The circuit breaker of a client. It shows whether the gateway responds. */
export interface GatewayCircuit {
  /** The current state. */
  readonly state: CircuitState;
  /**
   * The time when the circuit opened, in milliseconds since the Unix epoch. Undefined while the circuit is
   * closed.
   */
  readonly openedAt: number | undefined;
  /** The message of the last failure, such as that of an expired certificate. Undefined before the first one. */
  readonly lastFailure: string | undefined;
  /**
   * Returns the time until the next probe in milliseconds, at least 0. Undefined while the circuit is closed.
   */
  retryAfterMs(): number | undefined;
  /**
   * Calls the listener with the new state after every change. Call the returned function to remove the
   * listener.
   */
  onChange(listener: (state: CircuitState) => void): () => void;
}

/** The options of the client, and what the circuit breaker needs to probe the gateway. */
export interface CircuitBreakerOptions extends Readonly<ParsedOptions['circuit']> {
  /** Sends one request to which every working gateway responds, and records its exchange. */
  readonly probe: () => Promise<unknown>;
  /** True if several merchants use the circuit. A gateway limits the requests of each, so HTTP 429 does not count. Default false. */
  readonly isShared?: boolean;
  readonly now: () => number;
  readonly random: () => number;
  /** Calls `work` later. The returned function cancels the call. The default does not keep the process running. */
  readonly schedule?: (work: () => void, afterMs: number) => () => void;
}

const listenerSchema = z.object({
  listener: z.custom((value) => typeof value === 'function', 'must be a function'),
});

/** The maximum of `Retry-After`. Without it, a wrong date in the header could stop a shop for days. */
const maxRetryAfterMs = 3_600_000;

/**
 * Stops requests to a gateway that does not respond. Consecutive failures open the circuit. While it is open, only probes
 * are sent, one at a time. The first successful probe closes it.
 */
export class CircuitBreaker implements GatewayCircuit {
  readonly #options: CircuitBreakerOptions;
  readonly #schedule: NonNullable<CircuitBreakerOptions['schedule']>;
  readonly #listeners = new Set<(state: CircuitState) => void>();
  #consecutiveFailures = 0;
  /** The longest `Retry-After` since the last success, or since a probe was last scheduled. */
  #longestRetryAfterMs = 0;
  #periodNumber = 0;
  #openedAt: number | undefined;
  #nextProbeAt = 0;
  #lastFailure: string | undefined;
  #isProbeSuccessful = false;
  #isStopped = false;
  #cancelProbe: () => void = () => undefined;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? startTimer;
  }

  get state(): CircuitState {
    return this.#openedAt === undefined ? 'closed' : 'open';
  }

  get openedAt(): number | undefined {
    return this.#openedAt;
  }

  /** A period ends when the state changes. Exchanges that started in an earlier period are not recorded. */
  get periodNumber(): number {
    return this.#periodNumber;
  }

  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  retryAfterMs(): number | undefined {
    if (this.#openedAt === undefined) return undefined;
    return Math.max(0, this.#nextProbeAt - this.#options.now());
  }

  onChange(listener: (state: CircuitState) => void): () => void {
    requireArgument(listenerSchema, { listener }, 'circuit.onChange');
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  recordSuccess(periodNumber: number): void {
    if (periodNumber !== this.#periodNumber) return;
    this.#consecutiveFailures = 0;
    this.#longestRetryAfterMs = 0;
    this.#isProbeSuccessful = true;
  }

  recordFailure(
    periodNumber: number,
    {
      message,
      code,
      retryAfterMs = 0,
    }: { readonly message: string; readonly code?: string; readonly retryAfterMs?: number | undefined },
  ): void {
    const isOfMerchant = this.#options.isShared === true && code === 'gateway-busy';
    if (periodNumber !== this.#periodNumber || isOfMerchant) return;
    this.#lastFailure = message;
    this.#isProbeSuccessful = false;
    const limitedRetryAfterMs = Math.min(retryAfterMs, maxRetryAfterMs);
    this.#longestRetryAfterMs = Math.max(this.#longestRetryAfterMs, limitedRetryAfterMs);
    this.#consecutiveFailures += 1;
    if (this.state === 'open' || this.#isStopped) return;
    if (this.#consecutiveFailures >= this.#options.failures) this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelProbe();
  }

  #open(): void {
    this.#openedAt = this.#options.now();
    this.#periodNumber += 1;
    this.#scheduleProbe();
    this.#notifyListeners();
  }

  #close(): void {
    this.#openedAt = undefined;
    this.#periodNumber += 1;
    this.#consecutiveFailures = 0;
    this.#longestRetryAfterMs = 0;
    this.#notifyListeners();
  }

  #scheduleProbe(): void {
    const { probeIntervalMs, now, random } = this.#options;
    const delayMs = Math.max(probeIntervalMs * (1 + random() / 4), this.#longestRetryAfterMs);
    this.#longestRetryAfterMs = 0;
    this.#nextProbeAt = now() + delayMs;
    this.#cancelProbe = this.#schedule(() => void this.#probe(), delayMs);
  }

  async #probe(): Promise<void> {
    this.#isProbeSuccessful = false;
    // `recordSuccess` or `recordFailure` receives the result of the probe, so an error is ignored here.
    await this.#options.probe().catch(() => undefined);
    if (this.#isStopped) return;
    if (this.#isProbeSuccessful) this.#close();
    else this.#scheduleProbe();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener(this.state);
  }
}

function startTimer(work: () => void, afterMs: number): () => void {
  const timeout = setTimeout(work, afterMs);
  timeout.unref();
  return () => clearTimeout(timeout);
}
