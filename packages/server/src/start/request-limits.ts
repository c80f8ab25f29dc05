import { toNetwork } from '../cards/network-address.ts';
import type { CardStore } from '../model/ports/card-store.ts';
import type { CheckoutEventListener } from '../events/event.ts';
import type { RequestLimitKind } from '../events/event-facts.ts';
import { createUseLimit, type LimitedValue } from '../cards/use-limit.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { isWithinLast } from '../model/schedule.ts';

/** How often one visitor and one network may start payments and open return pages within a window. */
export interface RequestLimits {
  /** Starts of one visitor, as identified by `resolveVisitor`. Default 60. */
  readonly startsPerVisitor: number;
  /**
   * Starts of one IPv4 address or one IPv6 /64 network. Default 300, because many people may share a network.
   */
  readonly startsPerNetwork: number;
  /** Returns of one visitor. Default 120. */
  readonly returnsPerVisitor: number;
  /** Returns of one network. Default 600. */
  readonly returnsPerNetwork: number;
  /**
   * Returns of one visitor with a reference that the store does not have, each of which queries the gateway. Default
   * 10.
   */
  readonly unknownReturnsPerVisitor: number;
  /** Such returns of one network. Default 30. */
  readonly unknownReturnsPerNetwork: number;
  /** The length of the window in milliseconds. It begins with the first request. Default 600,000. */
  readonly windowMs: number;
}

export type LimitedRequest = 'start' | 'return' | 'unknown-return';

export interface RequestLimiterOptions {
  readonly store: Pick<CardStore, 'countUses'>;
  readonly deriveKey: (purpose: string) => Uint8Array;
  readonly now: () => number;
  readonly limits: RequestLimits;
  readonly emit: CheckoutEventListener;
}

const warnEveryMs = 60_000;

/**
 * Limits starts and returns, because each may cause queries. Counts are exact for all processes, because the
 * store keeps them. Visitors and networks are stored as keyed hashes.
 */
export class RequestLimiter {
  readonly #options: RequestLimiterOptions;
  readonly #hashKey: Uint8Array;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RequestLimiterOptions) {
    this.#options = options;
    this.#hashKey = options.deriveKey('request limits');
  }

  /** Counts a request. @throws CheckoutProblem `too-many-requests`, with the time to wait. */
  async count(requestKind: LimitedRequest, { address, visitor }: RequestSender): Promise<void> {
    const { store, now, limits } = this.#options;
    const { perVisitor, perNetwork } = getLimits(limits, requestKind);
    const limitedValues: readonly LimitedValue<RequestLimitKind>[] = [
      { kind: `${requestKind}-network`, value: toNetwork(address), max: perNetwork },
      ...(visitor === null
        ? []
        : [{ kind: `${requestKind}-visitor` as const, value: visitor, max: perVisitor }]),
    ];
    const useLimits = limitedValues.map((value) => createUseLimit(this.#hashKey, value));
    const result = await store.countUses({
      limits: useLimits,
      windowMs: limits.windowMs,
      now: now(),
    });
    if (result.isGranted) return;
    const retryAfterMs = result.endsAt - now();
    const exceededLimit = useLimits.find(({ key }) => key === result.key);
    if (exceededLimit !== undefined) this.#warn(exceededLimit.kind, retryAfterMs);
    throw new CheckoutProblem('too-many-requests', 'Too many requests. Try again later.', { retryAfterMs });
  }

  #warn(limit: RequestLimitKind, retryAfterMs: number): void {
    const { now, emit } = this.#options;
    if (isWithinLast(warnEveryMs, this.#warnedAt, now())) return;
    this.#warnedAt = now();
    const message =
      `Requests are refused, because there were too many of one kind (${limit}). If shoppers are refused, raise requestLimits, and check that ` +
      "the server trusts your proxy ('trust proxy' of Express, clientAddress of other adapters). Otherwise all shoppers have its address.";
    emit({ level: 'warn', event: 'requests-limited', message, limit, retryAfterMs });
  }
}

function getLimits(
  limits: RequestLimits,
  kind: LimitedRequest,
): { readonly perVisitor: number; readonly perNetwork: number } {
  switch (kind) {
    case 'start':
      return { perVisitor: limits.startsPerVisitor, perNetwork: limits.startsPerNetwork };
    case 'return':
      return { perVisitor: limits.returnsPerVisitor, perNetwork: limits.returnsPerNetwork };
    case 'unknown-return':
      return { perVisitor: limits.unknownReturnsPerVisitor, perNetwork: limits.unknownReturnsPerNetwork };
  }
}

/** The sender of a request. */
export interface RequestSender {
  readonly address: string;
  /** Null if the shop does not identify visitors. */
  readonly visitor: string | null;
}
