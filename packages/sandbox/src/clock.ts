import { PgwError } from '@pgw/protocol';

/** Methods with which a test advances the clock. */
export interface ClockControls {
  /** Returns the time of the sandbox, in milliseconds since the epoch. */
  now(): number;
  /**
   * Advances the clock. Automatic changes and callbacks that are due then happen immediately. Use `now` as the
   * clock of the checkout too. The timestamps of requests may be of this clock or of the real clock.
   *
   * @throws PgwError `invalid-request` when the time is negative.
   */
  advanceClock(ms: number): void;
}

/** The clock of a sandbox: a clock that can be advanced. */
export class SandboxClock {
  readonly #now: () => number;
  #offsetMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly now = (): number => this.#now() + this.#offsetMs;

  /** Returns to the clock that is never advanced. */
  reset(): void {
    this.#offsetMs = 0;
  }

  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0)
      throw new PgwError('invalid-request', `The clock cannot be advanced by ${ms} ms.`);
    this.#offsetMs += ms;
  }
}

/** Creates the methods. `onAdvance` makes the changes that are due. */
export function createClockControls(clock: SandboxClock, onAdvance: (ms: number) => void): ClockControls {
  return {
    now: clock.now,
    advanceClock: (ms) => {
      clock.advance(ms);
      onAdvance(ms);
    },
  };
}
