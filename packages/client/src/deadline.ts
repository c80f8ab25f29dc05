/** The abort reason of an operation that exceeded its time limit. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(timeoutMs: number) {
    super(`The time limit of ${timeoutMs} ms was exceeded.`);
  }
}

/** An operation that can be aborted. Creating it takes less time than creating an AbortSignal. */
export interface AbortState {
  readonly isAborted: boolean;
  /** The reason of the abort. Undefined before the abort. */
  readonly reason: unknown;
  /** Calls the listener once, when the operation is aborted. After the abort, it is not called. */
  onAbort(listener: () => void): void;
  offAbort(listener: () => void): void;
}

/** The deadline of an operation. It ends when the time limit is exceeded or when the caller aborts. */
export interface Deadline extends AbortState {
  /** The deadline as a signal. The signal is created on first use. */
  readonly signal: AbortSignal;
  /** Returns a promise that settles like `promise`. At the deadline, it rejects with the reason. */
  race<T>(promise: Promise<T>): Promise<T>;
  remainingMs(): number;
  /** Clears the timer and removes the listener from the caller's signal. */
  clear(): void;
}

export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  return new TimerDeadline(timeoutMs, callerSignal);
}

// Few operations reach their deadline. An AbortController for each would take longer than its signature.
class TimerDeadline implements Deadline {
  isAborted = false;
  reason: unknown;
  readonly #endsAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#timer = setTimeout(expire, timeoutMs, this, timeoutMs);
    this.#callerSignal = callerSignal;
    if (callerSignal === undefined) return;
    if (callerSignal.aborted) this.abort(callerSignal.reason);
    callerSignal.addEventListener('abort', this.#abortByCaller, { once: true });
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.isAborted) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
    this.#controller?.abort(reason);
  }

  onAbort(listener: () => void): void {
    this.#listeners.push(listener);
  }

  offAbort(listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }

  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // The rejection is delayed, so that an error of the transport can reject the promise first. The error
      // of the transport shows whether the request was sent.
      const rejectSoon = (): void => void setImmediate(() => reject(this.reason));
      if (this.isAborted) rejectSoon();
      else this.onAbort(rejectSoon);
      promise.then(resolve, reject);
      const stopListening = (): void => this.offAbort(rejectSoon);
      promise.then(stopListening, stopListening);
    });
  }

  remainingMs(): number {
    return this.isAborted ? 0 : Math.max(0, this.#endsAt - performance.now());
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#abortByCaller);
  }

  readonly #abortByCaller = (): void => this.abort(this.#callerSignal?.reason);
}

function expire(deadline: TimerDeadline, timeoutMs: number): void {
  deadline.abort(new DeadlineError(timeoutMs));
}
