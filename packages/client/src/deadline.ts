/** Why a call was stopped by its own deadline. A caller's abort has the caller's own reason instead. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(timeoutMs: number) {
    super(`The call took longer than ${timeoutMs} ms.`);
  }
}

/** One limit over a whole call: its own time and the caller's signal, whichever comes first. */
export interface Deadline {
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
  const controller = new AbortController();
  const { signal } = controller;
  const endsAt = performance.now() + timeoutMs;
  const stop = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new DeadlineError(timeoutMs)), timeoutMs);
  if (caller?.aborted === true) stop();
  caller?.addEventListener('abort', stop, { once: true });
  return {
    signal,
    remainingMs: () => (signal.aborted ? 0 : Math.max(0, endsAt - performance.now())),
    race: (promise) => race(promise, signal),
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', stop);
    },
  };
}

async function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    // A turn later, so that a transport which stops by the signal is heard first: it knows what was sent.
    stop = (): void => void setImmediate(() => reject(signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
