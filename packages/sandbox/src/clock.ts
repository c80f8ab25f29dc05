import { checkMethods } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

/** Methods with which a test advances the clock. */
export interface ClockControls {
  /** Returns the time of the sandbox, in milliseconds since the epoch. */
  now(): number;
  /**
   * Advances the clock. Automatic changes and callbacks that are due then happen immediately. Use `now` as the
   * clock of the checkout too. The timestamps of requests may be of this clock or of the real clock.
   *
   * @throws PgwError `invalid-request` when the time is negative or no whole number.
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
    this.#offsetMs += ms;
  }
}

const rule = 'must be a whole number of milliseconds, 0 or more';
const wholeMs = z.int(rule).nonnegative(rule);

/** Creates the methods. `onAdvance` makes the changes that are due. */
export function createClockControls(clock: SandboxClock, onAdvance: (ms: number) => void): ClockControls {
  const controls: ClockControls = {
    now: clock.now,
    advanceClock: (ms) => {
      clock.advance(ms);
      onAdvance(ms);
    },
  };
  return checkMethods('sandbox', controls, { now: [], advanceClock: [['ms', wholeMs]] });
}
