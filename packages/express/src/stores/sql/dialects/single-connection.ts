import { PgwError } from '@pgw/protocol';

interface Waiting {
  readonly proceed: () => void;
  readonly timer: NodeJS.Timeout;
}

/** How long a request waits for the only connection before it is answered 503, in milliseconds. */
export const longestWaitMs = 5_000;

/** Lends the only connection of the embedded store to one caller at a time, in order of arrival. */
export class SingleConnection {
  #isTaken = false;
  readonly #waiting: Waiting[] = [];

  /** @throws PgwError `store-unavailable` when the connection is not free within five seconds. */
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
    `The embedded store was busy for ${longestWaitMs} ms: one transaction held its only connection, perhaps an onPaid that ` +
    'takes long. Write with tx, leave long work to a job, or use PostgreSQL. The request may be repeated.';
  return new PgwError('store-unavailable', message, { retryable: true });
}
