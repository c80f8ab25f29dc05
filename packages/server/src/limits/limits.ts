import { createEmptyInput } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { CardLimitKind, RequestLimitKind } from '../events/event-facts.ts';
import { Limiter } from './limiter.ts';

/** How often cards may fail within one time window. */
export interface CardLimits {
  /**
   * For one payment. Only cards that fail before they are sent to the gateway count, for example because
   * decryption fails. Default 3.
   */
  readonly perPayment: number;
  /** For one order. Default 10. */
  readonly perOrder: number;
  /** For one visitor, as identified by `resolveVisitor`. Default 10. */
  readonly perVisitor: number;
  /** For one IPv4 address or one IPv6 /64 network. Default 30, because many people may share one address. */
  readonly perAddress: number;
  /** For one card, from any sender. Default 5. */
  readonly perCard: number;
  /** The length of the window in milliseconds. It begins with the first failure. Default 3,600,000. */
  readonly windowMs: number;
}

/** How often one visitor and one network may send each kind of request within a window. */
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
  /**
   * Requests of one network for orders that `resolveOrder` does not return for the visitor, at least 2. After them, the network
   * gets no order until the window ends, so that order ids cannot be guessed. Each further process responds to one more. Default
   * 100.
   */
  readonly unknownOrdersPerNetwork: number;
  /** Orders that one network may place with `checkout.visitorChecks.newOrder`. Default 30. */
  readonly newOrdersPerNetwork: number;
  /** The length of the window in milliseconds. It begins with the first request. Default 600,000. */
  readonly windowMs: number;
}

/** Fields that may be left out or undefined. Each has a default. */
export type OptionalFields<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export const positiveInteger = z.number('must be a whole number').int().min(1, 'must be at least 1');

export const cardLimitsSchema = z
  .strictObject({
    perPayment: positiveInteger.default(3),
    perOrder: positiveInteger.default(10),
    perVisitor: positiveInteger.default(10),
    perAddress: positiveInteger.default(30),
    perCard: positiveInteger.default(5),
    windowMs: positiveInteger.default(3_600_000),
  })
  .prefault(createEmptyInput);

const requestLimits = z.strictObject({
  startsPerVisitor: positiveInteger.default(60),
  startsPerNetwork: positiveInteger.default(300),
  returnsPerVisitor: positiveInteger.default(120),
  returnsPerNetwork: positiveInteger.default(600),
  unknownReturnsPerVisitor: positiveInteger.default(10),
  unknownReturnsPerNetwork: positiveInteger.default(30),
  unknownOrdersPerNetwork: positiveInteger.min(2, 'must be at least 2').default(100),
  newOrdersPerNetwork: positiveInteger.default(30),
  windowMs: positiveInteger.max(86_400_000, 'must be at most one day, in milliseconds').default(600_000),
});

export const requestLimitsSchema = z
  .union(
    [z.literal(false), requestLimits],
    `must be false, or an object of whole numbers (${Object.keys(requestLimits.shape).join(', ')})`,
  )
  .prefault(createEmptyInput);

type LimiterContext = Pick<PaymentContext, 'store' | 'gateway' | 'now' | 'emit'>;

/**
 * Limits card testing, in which an attacker tries stolen card numbers. Each card counts as a failure before it is
 * sent, and the count is reverted after a success, so the limits are exact for concurrent requests.
 */
export function limitCards(context: LimiterContext, limits: CardLimits): Limiter<CardLimitKind> {
  const { perPayment, perOrder, perVisitor, perAddress, perCard, windowMs } = limits;
  return new Limiter(context, {
    purpose: 'card tries',
    maxima: { payment: perPayment, order: perOrder, visitor: perVisitor, address: perAddress, card: perCard },
    windowMs,
    detail: 'Too many cards have failed. Try again later, or use another way to pay.',
    warn: (limit, retryAfterMs) => {
      const message =
        `Cards are refused, because too many have failed for one ${limit}. If this continues, it may be card testing: ` +
        'check the failed payments and their senders.';
      context.emit({ level: 'warn', event: 'card-tries-exceeded', message, limit, retryAfterMs });
    },
  });
}

/** Limits starts and returns, because each may cause queries, new orders, and guesses of orders. */
export function limitRequests(context: LimiterContext, limits: RequestLimits): Limiter<RequestLimitKind> {
  return new Limiter(context, {
    purpose: 'request limits',
    maxima: {
      'start-visitor': limits.startsPerVisitor,
      'start-network': limits.startsPerNetwork,
      'return-visitor': limits.returnsPerVisitor,
      'return-network': limits.returnsPerNetwork,
      'unknown-return-visitor': limits.unknownReturnsPerVisitor,
      'unknown-return-network': limits.unknownReturnsPerNetwork,
      'new-order-network': limits.newOrdersPerNetwork,
      // The last one of the limit is refused here and remembered: see OrderGuesses.
      'unknown-order-network': limits.unknownOrdersPerNetwork - 1,
    },
    windowMs: limits.windowMs,
    detail: 'Too many requests. Try again later.',
    warn: (limit, retryAfterMs) => {
      const message =
        `Requests are refused, because there were too many of one kind (${limit}). If shoppers are refused, raise requestLimits, and check that ` +
        "the server trusts your proxy ('trust proxy' of Express, clientAddress of other adapters). Otherwise all shoppers have its address.";
      context.emit({ level: 'warn', event: 'requests-limited', message, limit, retryAfterMs });
    },
  });
}
