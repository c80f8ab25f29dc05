/**
 * The abort reason of an operation that exceeded its time limit. When the caller aborts, the caller's reason
 * is used instead.
 */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(timeoutMs: number) {
    super(`The time limit of ${timeoutMs} ms was exceeded.`);
  }
}

/** A small alternative to AbortSignal that is cheaper to create. */
export interface AbortState {
  readonly isAborted: boolean;
  /** The reason. Undefined before the stop. */
  readonly reason: unknown;
  /**
   * Calls the listener once, when the operation stops. A listener that is added after the stop is not called.
   */
  onAbort(listener: () => void): void;
  offAbort(listener: () => void): void;
}

/** The deadline of an operation: its time limit or the caller's signal, whichever is first. */
export interface Deadline extends AbortState {
  /** The deadline as a signal, created on first use. */
  readonly signal: AbortSignal;
  /** Settles like the promise, or rejects with the reason at the deadline. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Returns the remaining time in milliseconds. 0 after the deadline. */
  remainingMs(): number;
  /** Clears the timer and removes the listener from the caller's signal. */
  clear(): void;
}

/** Starts the deadline of an operation. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  return new TimerDeadline(timeoutMs, caller);
}

// This class has one timer and plain listeners, because every operation has a deadline and few reach it.
// Creating an AbortController with event listeners takes longer than signing the request.
class TimerDeadline implements Deadline {
  isAborted = false;
  reason: unknown;
  readonly #endsAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  readonly #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#timer = setTimeout(expire, timeoutMs, this, timeoutMs);
    this.#caller = caller;
    if (caller === undefined) return;
    if (caller.aborted) this.abort(caller.reason);
    caller.addEventListener('abort', this.#abortByCaller, { once: true });
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
      // Rejects in a later task, so that an error of the transport can reject first. The transport's error
      // has information about what was sent.
      const rejectSoon = (): void => void setImmediate(() => reject(this.reason));
      if (this.isAborted) rejectSoon();
      else this.onAbort(rejectSoon);
      const settle = <Value>(end: (value: Value) => void): ((value: Value) => void) => {
        return (value) => {
          this.offAbort(rejectSoon);
          end(value);
        };
      };
      promise.then(settle(resolve), settle(reject));
    });
  }

  remainingMs(): number {
    return this.isAborted ? 0 : Math.max(0, this.#endsAt - performance.now());
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#abortByCaller);
  }

  readonly #abortByCaller = (): void => this.abort(this.#caller?.reason);
}

function expire(deadline: TimerDeadline, timeoutMs: number): void {
  deadline.abort(new DeadlineError(timeoutMs));
}
