import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { CountedUse } from '../model/ports/card-store.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { isWithinLast } from '../model/schedule.ts';

export interface LimiterRules<Kind extends string> {
  /** The purpose of the key with which the values are hashed. */
  readonly purpose: string;
  readonly maxima: Readonly<Record<Kind, number>>;
  readonly windowMs: number;
  /** What a refused shopper reads. */
  readonly detail: string;
  /** Called when a limit is reached, at most once a minute, because an attack causes many refused requests. */
  readonly warn: (limit: Kind, retryAfterMs: number) => void;
}

const warnEveryMs = 60_000;
/** 132 bits. */
const hashLength = 22;

/** Limits the uses of values. The store counts them for all processes, and receives keyed hashes of the values. */
export class Limiter<Kind extends string> {
  readonly #context: Pick<PaymentContext, 'store' | 'now'>;
  readonly #rules: LimiterRules<Kind>;
  readonly #hashKey: KeyObject;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(context: Pick<PaymentContext, 'store' | 'gateway' | 'now'>, rules: LimiterRules<Kind>) {
    this.#context = context;
    this.#rules = rules;
    this.#hashKey = createSecretKey(context.gateway.deriveKey(rules.purpose));
  }

  /**
   * Counts one use of each value that is not null, or none if one of them has reached its limit.
   *
   * @throws CheckoutProblem `too-many-requests`, with the time to wait.
   */
  async count(values: Partial<Record<Kind, string | null>>): Promise<readonly CountedUse[]> {
    const { store, now } = this.#context;
    const { maxima, windowMs, detail, warn } = this.#rules;
    // The keys of the argument are kinds.
    const kinds = Object.keys(values) as Kind[];
    const limits = kinds.flatMap((kind) => {
      const value = values[kind] ?? null;
      return value === null ? [] : [{ kind, max: maxima[kind], key: this.#createKey(kind, value) }];
    });
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

  /** Reverts counts, for example of a card after a successful payment. */
  async revert(uses: readonly CountedUse[]): Promise<void> {
    await this.#context.store.revertUses(uses);
  }

  #createKey(kind: Kind, value: string): string {
    const hash = createHmac('sha256', this.#hashKey).update(`${kind} ${value}`, 'utf8').digest('base64url');
    return `${kind}:${hash.slice(0, hashLength)}`;
  }
}

const groupCount = 8;
const prefixGroupCount = 4;

/** Returns the network that counts as one sender. A customer usually has a whole /64 network of IPv6. */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser converts every notation of an address to one form with hexadecimal groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [firstGroups = [], lastGroups = []] = [before, after ?? ''].map((text) =>
    text === '' ? [] : text.split(':'),
  );
  const zeroCount = after === undefined ? 0 : groupCount - firstGroups.length - lastGroups.length;
  const allGroups = [...firstGroups, ...Array.from({ length: zeroCount }, () => '0'), ...lastGroups];
  return `${allGroups.slice(0, prefixGroupCount).join(':')}::/64`;
}
