import { PgwError } from '@pgw/protocol';

interface WaitingCaller {
  readonly proceed: () => void;
  readonly timer: NodeJS.Timeout;
}

/** The maximum time that a request waits for the connection, in milliseconds. Then it gets a 503 response. */
export const maxWaitMs = 5_000;

/** Gives the single connection of the embedded store to one caller at a time, in order of arrival. */
export class SingleConnection {
  #isInUse = false;
  readonly #waiting: WaitingCaller[] = [];

  /**
   * Resolves when the caller has the connection.
   *
   * @throws PgwError `store-unavailable` when the connection is not free within five seconds.
   */
  async acquire(): Promise<void> {
    if (!this.#isInUse) {
      this.#isInUse = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(createBusyError());
      }, maxWaitMs);
      const waiting: WaitingCaller = { proceed: resolve, timer };
      this.#waiting.push(waiting);
    });
  }

  /** Gives the connection to the next caller. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isInUse = false;
      return;
    }
    clearTimeout(next.timer);
    next.proceed();
  }
}

function createBusyError(): PgwError {
  const message =
    `The embedded store was busy for ${maxWaitMs} ms: one transaction used its single connection, possibly a long ` +
    'onPaid. Write with tx, move long work to a job, or use PostgreSQL. The request may be repeated.';
  return new PgwError('store-unavailable', message, { retryable: true });
}
