import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { CardStore, CountedUse } from '../model/ports/card-store.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { isWithinLast } from '../model/schedule.ts';

export interface LimitedValue<Kind extends string> {
  readonly kind: Kind;
  readonly value: string;
  readonly max: number;
}

export interface UseLimiterOptions<Kind extends string> {
  readonly store: Pick<CardStore, 'countUses'>;
  readonly hashKey: Uint8Array;
  readonly now: () => number;
  readonly windowMs: number;
  /** What a refused shopper reads. */
  readonly detail: string;
  /** Called when a limit is reached, at most once a minute, because an attack causes many refused requests. */
  readonly warn: (limit: Kind, retryAfterMs: number) => void;
}

const warnEveryMs = 60_000;
const hashLength = 22;

/** Limits the uses of values. The store counts them for all processes, and receives keyed hashes of the values. */
export class UseLimiter<Kind extends string> {
  readonly #options: UseLimiterOptions<Kind>;
  readonly #hashKey: KeyObject;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: UseLimiterOptions<Kind>) {
    this.#options = options;
    this.#hashKey = createSecretKey(options.hashKey);
  }

  /** Counts one use of each value, or none if one of them has reached its limit. */
  async count(values: readonly LimitedValue<Kind>[]): Promise<readonly CountedUse[]> {
    const { store, now, windowMs, detail, warn } = this.#options;
    const limits = values.map(({ kind, value, max }) => ({ kind, max, key: this.#createKey(kind, value) }));
    const result = await store.countUses({ limits, windowMs, now: now() });
    if (result.isGranted) return result.uses;
    const retryAfterMs = result.endsAt - now();
    const reachedLimit = limits.find(({ key }) => key === result.key);
    if (reachedLimit !== undefined && !isWithinLast(warnEveryMs, this.#warnedAt, now())) {
      this.#warnedAt = now();
      warn(reachedLimit.kind, retryAfterMs);
    }
    throw new CheckoutProblem('too-many-requests', detail, { retryAfterMs });
  }

  #createKey(kind: Kind, value: string): string {
    const hash = createHmac('sha256', this.#hashKey).update(`${kind} ${value}`, 'utf8').digest('base64url');
    return `${kind}:${hash.slice(0, hashLength)}`;
  }
}
