import { toNetwork } from '../cards/network-address.ts';
import type { CardStore } from '../model/ports/card-store.ts';
import type { CheckoutEventListener } from '../events/event.ts';
import type { RequestLimitKind } from '../events/event-facts.ts';
import { UseLimiter } from '../cards/use-limit.ts';

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

/** Limits starts and returns, because each may cause queries. */
export class RequestLimiter {
  readonly #limits: RequestLimits;
  readonly #limiter: UseLimiter<RequestLimitKind>;

  constructor({ store, now, limits, emit, deriveKey }: RequestLimiterOptions) {
    this.#limits = limits;
    this.#limiter = new UseLimiter({
      store,
      now,
      hashKey: deriveKey('request limits'),
      windowMs: limits.windowMs,
      detail: 'Too many requests. Try again later.',
      warn: (limit, retryAfterMs) => {
        const message =
          `Requests are refused, because there were too many of one kind (${limit}). If shoppers are refused, raise requestLimits, and check that ` +
          "the server trusts your proxy ('trust proxy' of Express, clientAddress of other adapters). Otherwise all shoppers have its address.";
        emit({ level: 'warn', event: 'requests-limited', message, limit, retryAfterMs });
      },
    });
  }

  async count(requestKind: LimitedRequest, { address, visitor }: RequestSender): Promise<void> {
    const { perVisitor, perNetwork } = getLimits(this.#limits, requestKind);
    await this.#limiter.count([
      { kind: `${requestKind}-network`, value: toNetwork(address), max: perNetwork },
      ...(visitor === null
        ? []
        : [{ kind: `${requestKind}-visitor` as const, value: visitor, max: perVisitor }]),
    ]);
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

export interface RequestSender {
  readonly address: string;
  /** Null if the shop does not identify visitors. */
  readonly visitor: string | null;
}
