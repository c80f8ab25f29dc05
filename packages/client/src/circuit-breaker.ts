/** `closed`: requests are sent. `open`: the gateway is down, so requests are rejected immediately. */
export type CircuitState = 'closed' | 'open';

/** The circuit breaker of a client. It shows whether the gateway responds. */
export interface GatewayCircuit {
  /** The current state. */
  readonly state: CircuitState;
  /** When the circuit was opened, in milliseconds since the Unix epoch. Undefined while it is closed. */
  readonly openedAt: number | undefined;
  /** Returns the time until the next probe in milliseconds, at least 0. Undefined while the circuit is closed. */
  retryAfterMs(): number | undefined;
  /** Calls the listener with the new state after every change, until the returned function is called. */
  onChange(listener: (state: CircuitState) => void): () => void;
}

export interface CircuitBreakerOptions {
  /** Number of consecutive failures that open the circuit. */
  readonly failures: number;
  /** Time from the end of one probe to the start of the next, in milliseconds. Up to a quarter is added at random. */
  readonly probeIntervalMs: number;
  /**
   * Sends one request to which every gateway responds. Its exchange is recorded by `succeeded` or `failed`. The result of the promise is
   * ignored.
   */
  readonly probe: () => Promise<unknown>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** A random number from 0 up to 1. */
  readonly random: () => number;
  /** Runs `work` after `afterMs` milliseconds, unless the returned function is called first. Default: a timer that does not keep the process running. */
  readonly schedule?: (work: () => void, afterMs: number) => () => void;
}

/** Maximum of `Retry-After`, so that a wrong date does not stop a shop for days. */
const maxRetryAfterMs = 3_600_000;

/**
 * Stops requests to a gateway that does not respond.
 *
 * Consecutive failures open the circuit. While it is open, only probes are sent, one at a time: about one each `probeIntervalMs`, and
 * none before the gateway's `Retry-After`. The first probe with a response closes the circuit.
 */
export class CircuitBreaker implements GatewayCircuit {
  readonly #options: CircuitBreakerOptions;
  readonly #schedule: NonNullable<CircuitBreakerOptions['schedule']>;
  readonly #listeners = new Set<(state: CircuitState) => void>();
  #failuresInRow = 0;
  #retryAfterMs = 0;
  #period = 0;
  #openedAt: number | undefined;
  #nextProbeAt = 0;
  #hasProbeResponse = false;
  #isStopped = false;
  #cancelProbe: () => void = () => undefined;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#schedule = options.schedule ?? timer;
  }

  get state(): CircuitState {
    return this.#openedAt === undefined ? 'closed' : 'open';
  }

  get openedAt(): number | undefined {
    return this.#openedAt;
  }

  /**
   * Identifies the time between two changes of the state. An exchange is recorded with the period in which it started. Exchanges of an
   * earlier period are ignored, because they do not show the current state of the gateway.
   */
  get period(): number {
    return this.#period;
  }

  retryAfterMs(): number | undefined {
    if (this.#openedAt === undefined) return undefined;
    return Math.max(0, this.#nextProbeAt - this.#options.now());
  }

  onChange(listener: (state: CircuitState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Records a response of the gateway, including a refusal. */
  recordSuccess(period: number): void {
    if (period !== this.#period) return;
    this.#failuresInRow = 0;
    this.#retryAfterMs = 0;
    this.#hasProbeResponse = true;
  }

  /** Records a failure: no response, or HTTP 429 or 5xx. `retryAfterMs` is in milliseconds. */
  recordFailure(period: number, retryAfterMs = 0): void {
    if (period !== this.#period) return;
    this.#hasProbeResponse = false;
    this.#retryAfterMs = Math.min(Math.max(this.#retryAfterMs, retryAfterMs), maxRetryAfterMs);
    this.#failuresInRow += 1;
    if (this.state === 'open' || this.#isStopped) return;
    if (this.#failuresInRow >= this.#options.failures) this.#open();
  }

  /** Stops the probes. The circuit keeps its state. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelProbe();
  }

  #open(): void {
    this.#openedAt = this.#options.now();
    this.#period += 1;
    this.#scheduleProbe();
    this.#report();
  }

  #close(): void {
    this.#openedAt = undefined;
    this.#period += 1;
    this.#failuresInRow = 0;
    this.#retryAfterMs = 0;
    this.#report();
  }

  #scheduleProbe(): void {
    const { probeIntervalMs, now, random } = this.#options;
    const waitMs = Math.max(probeIntervalMs * (1 + random() / 4), this.#retryAfterMs);
    this.#retryAfterMs = 0;
    this.#nextProbeAt = now() + waitMs;
    this.#cancelProbe = this.#schedule(() => void this.#probe(), waitMs);
  }

  async #probe(): Promise<void> {
    this.#hasProbeResponse = false;
    // The exchange of the probe is recorded, so its result is ignored.
    await this.#options.probe().catch(() => undefined);
    if (this.#isStopped) return;
    if (this.#hasProbeResponse) this.#close();
    else this.#scheduleProbe();
  }

  #report(): void {
    for (const listener of this.#listeners) listener(this.state);
  }
}

function timer(work: () => void, afterMs: number): () => void {
  const timeout = setTimeout(work, afterMs);
  timeout.unref();
  return () => clearTimeout(timeout);
}
