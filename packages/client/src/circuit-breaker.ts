/** `closed`: calls are sent. `open`: the gateway is down, so calls are refused at once. */
export type CircuitState = 'closed' | 'open';

/** The circuit breaker of a client: whether its gateway responds. */
export interface GatewayCircuit {
  readonly state: CircuitState;
  /** Since when the gateway has been down, in milliseconds since the Unix epoch; undefined while the circuit is closed. */
  readonly openedAt: number | undefined;
  /** Milliseconds until the next probe, at least 0; undefined while the circuit is closed. */
  retryAfterMs(): number | undefined;
  /** Calls the listener with the new state after every change, until the returned function is called. */
  onChange(listener: (state: CircuitState) => void): () => void;
}

export interface CircuitBreakerOptions {
  /** How many failures in a row open the circuit. */
  readonly failures: number;
  /** From the end of one probe to the start of the next, in milliseconds; up to a quarter is added at random. */
  readonly probeIntervalMs: number;
  /**
   * Sends one request that any gateway answers. The exchange that it makes is recorded by `succeeded` or `failed`. Whether it resolves or
   * rejects does not matter.
   */
  readonly probe: () => Promise<unknown>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Runs `work` after a time, unless the returned function is called before. Default: a timer that keeps no process running. */
  readonly schedule?: (work: () => void, afterMs: number) => () => void;
}

/** A longer `Retry-After` is cut to this: a wrong date must not keep a shop closed for days. */
const longestRetryAfterMs = 3_600_000;

/**
 * Stops sending calls to a gateway that does not respond.
 *
 * Failures in a row open the circuit. While it is open, probes are the only requests, one at a time: about one each `probeIntervalMs`,
 * and none before the gateway's `Retry-After`. The first probe that is answered closes it.
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
   * Identifies the time between two changes of the state. An exchange is recorded with the period in which it began: one that began
   * before an outage and times out after it says nothing about the gateway's present state.
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

  /** The gateway answered, whatever it said. */
  succeeded(period: number): void {
    if (period !== this.#period) return;
    this.#failuresInRow = 0;
    this.#retryAfterMs = 0;
    this.#hasProbeResponse = true;
  }

  /** The gateway did not answer, or only that it cannot serve the call now (HTTP 429 or 5xx). */
  failed(period: number, retryAfterMs = 0): void {
    if (period !== this.#period) return;
    this.#hasProbeResponse = false;
    this.#retryAfterMs = Math.min(Math.max(this.#retryAfterMs, retryAfterMs), longestRetryAfterMs);
    this.#failuresInRow += 1;
    if (this.state === 'open' || this.#isStopped) return;
    if (this.#failuresInRow >= this.#options.failures) this.#open();
  }

  /** Ends the probes. The circuit keeps its state. */
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
    // A probe without any answer fails by its exchange, which is recorded; its own result says nothing more.
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
