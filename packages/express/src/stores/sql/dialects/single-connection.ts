import { PgwError } from '@pgw/protocol';

interface Waiting {
  readonly proceed: () => void;
  readonly timer: NodeJS.Timeout;
}

/** How long a request waits for the connection before it is answered with 503, in milliseconds. */
export const longestWaitMs = 5_000;

/** Gives the single connection of the embedded store to one caller at a time, in order of arrival. */
export class SingleConnection {
  #isTaken = false;
  readonly #waiting: Waiting[] = [];

  /**
   * Resolves when the caller has the connection.
   *
   * @throws PgwError `store-unavailable` when it is not free within five seconds.
   */
  async acquire(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(busy());
      }, longestWaitMs);
      const waiting: Waiting = { proceed: resolve, timer };
      this.#waiting.push(waiting);
    });
  }

  /** Gives the connection to the next caller. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    clearTimeout(next.timer);
    next.proceed();
  }
}

function busy(): PgwError {
  const message =
    `The embedded store was busy for ${longestWaitMs} ms: one transaction held its single connection, possibly a long ` +
    'onPaid. Write with tx, move long work to a job, or use PostgreSQL. The request may be repeated.';
  return new PgwError('store-unavailable', message, { retryable: true });
}
