/** Why a call was stopped by its own deadline. A caller's abort has the caller's own reason instead. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(timeoutMs: number) {
    super(`The call took longer than ${timeoutMs} ms.`);
  }
}

/** Says when work must end: what an AbortSignal says, without the cost of making one. */
export interface Stop {
  readonly isStopped: boolean;
  /** Why; undefined before it is stopped. */
  readonly reason: unknown;
  /** Calls the listener once, when it is stopped. Not when it is stopped already. */
  onStop(listener: () => void): void;
  /** Forgets a listener. */
  offStop(listener: () => void): void;
}

/** One limit over a whole call: its own time and the caller's signal, whichever comes first. */
export interface Deadline extends Stop {
  /** The same as a signal, made when it is first looked at. */
  readonly signal: AbortSignal;
  /** Settles as the promise does, or rejects with the signal's reason as soon as the time is over. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Milliseconds until the call's own time is over; 0 when it is. */
  remainingMs(): number;
  /** Frees the timer and the caller's signal. */
  clear(): void;
}

/** Starts the clock of a call. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  return new RunningDeadline(timeoutMs, caller);
}

// A class, and one timer with plain listeners: every call has a deadline and nearly none comes to it. An AbortController with
// its event listeners cost more than signing the call did.
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
      // A turn later, so that a transport which stops by itself is heard first: it knows what was sent.
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
