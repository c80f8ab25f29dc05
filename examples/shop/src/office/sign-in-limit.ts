const freeTries = 5;
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;
/** Addresses that are remembered; somebody with more of them waits with everybody. */
const maxAddresses = 1000;

interface Failures {
  readonly count: number;
  readonly lastAt: number;
}

/**
 * Slows guessing down: after five wrong passwords from one address each further one costs a pause, 30 s at first and twice
 * as long each time, up to 15 minutes. Kept in memory: a restart forgets it, and each process counts by itself.
 */
export class SignInLimit {
  readonly #failures = new Map<string, Failures>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until this address may try again; 0 when it may now. */
  waitMs(address: string): number {
    const failures = this.#failures.get(this.#keyOf(address));
    if (failures === undefined || failures.count < freeTries) return 0;
    const pauseMs = Math.min(firstPauseMs * 2 ** (failures.count - freeTries), longestPauseMs);
    return Math.max(0, failures.lastAt + pauseMs - this.#now());
  }

  failed(address: string): void {
    const key = this.#keyOf(address);
    const known = this.#failures.get(key);
    const isOld = known === undefined || this.#now() - known.lastAt > forgottenAfterMs;
    this.#failures.set(key, { count: isOld ? 1 : known.count + 1, lastAt: this.#now() });
  }

  succeeded(address: string): void {
    this.#failures.delete(address);
  }

  #keyOf(address: string): string {
    if (this.#failures.has(address) || this.#failures.size < maxAddresses) return address;
    for (const [key, { lastAt }] of this.#failures) {
      if (this.#now() - lastAt > forgottenAfterMs) this.#failures.delete(key);
    }
    return this.#failures.size < maxAddresses ? address : 'everybody else';
  }
}
