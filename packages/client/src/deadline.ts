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
export interface Stop {
  readonly isStopped: boolean;
  /** The reason. Undefined before the stop. */
  readonly reason: unknown;
  /**
   * Calls the listener once, when the operation stops. A listener that is added after the stop is not called.
   */
  onStop(listener: () => void): void;
  offStop(listener: () => void): void;
}

/** The deadline of an operation: its time limit or the caller's signal, whichever is first. */
export interface Deadline extends Stop {
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
  return new RunningDeadline(timeoutMs, caller);
}

// This class has one timer and plain listeners, because every operation has a deadline and few reach it.
// Creating an AbortController with event listeners takes longer than signing the request.
class RunningDeadline implements Deadline {
  isStopped = false;
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
    if (caller.aborted) this.stop(caller.reason);
    caller.addEventListener('abort', this.#stopByCaller, { once: true });
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.isStopped) this.#controller.abort(this.reason);
    }
    return this.#controller.signal;
  }

  stop(reason: unknown): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
    this.#controller?.abort(reason);
  }

  onStop(listener: () => void): void {
    this.#listeners.push(listener);
  }

  offStop(listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      // Rejects in a later task, so that an error of the transport can reject first. The transport's error
      // has information about what was sent.
      const stop = (): void => void setImmediate(() => reject(this.reason));
      if (this.isStopped) stop();
      else this.onStop(stop);
      const settle = <Value>(end: (value: Value) => void): ((value: Value) => void) => {
        return (value) => {
          this.offStop(stop);
          end(value);
        };
      };
      promise.then(settle(resolve), settle(reject));
    });
  }

  remainingMs(): number {
    return this.isStopped ? 0 : Math.max(0, this.#endsAt - performance.now());
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#stopByCaller);
  }

  readonly #stopByCaller = (): void => this.stop(this.#caller?.reason);
}

function expire(deadline: RunningDeadline, timeoutMs: number): void {
  deadline.stop(new DeadlineError(timeoutMs));
}
