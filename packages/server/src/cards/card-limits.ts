import type { Redacted } from '@pgw/protocol';
import type { CardStore, CountedUse } from '../model/ports/card-store.ts';
import type { CheckoutEventListener } from '../events/event.ts';
import type { CardLimitKind } from '../events/event-facts.ts';
import { toNetwork } from './network-address.ts';
import type { Payment } from '../model/payments/payment.ts';
import { UseLimiter } from './use-limit.ts';

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

export interface CardSender {
  readonly address: string;
  readonly visitor: string | null;
}

export interface CardTriesOptions {
  readonly store: Pick<CardStore, 'countUses' | 'revertUses'>;
  readonly deriveKey: (purpose: string) => Uint8Array;
  readonly now: () => number;
  readonly limits: CardLimits;
  readonly emit: CheckoutEventListener;
}

/**
 * Limits card testing, in which an attacker tries stolen card numbers. Each card counts as a failure before it is
 * sent, and the count is reverted after a success, so the limits are exact for concurrent requests.
 */
export class CardTries {
  readonly #options: CardTriesOptions;
  readonly #limiter: UseLimiter<CardLimitKind>;

  constructor(options: CardTriesOptions) {
    const { store, now, limits, emit } = options;
    this.#options = options;
    this.#limiter = new UseLimiter({
      store,
      now,
      hashKey: options.deriveKey('card tries'),
      windowMs: limits.windowMs,
      detail: 'Too many cards have failed. Try again later, or use another way to pay.',
      warn: (limit, retryAfterMs) => {
        const message =
          `Cards are refused, because too many have failed for one ${limit}. If this continues, it may be card testing: ` +
          'check the failed payments and their senders.';
        emit({ level: 'warn', event: 'card-tries-exceeded', message, limit, retryAfterMs });
      },
    });
  }

  countSender(payment: Payment, { address, visitor }: CardSender): Promise<readonly CountedUse[]> {
    const { perPayment, perOrder, perVisitor, perAddress } = this.#options.limits;
    return this.#limiter.count([
      { kind: 'payment', value: payment.reference, max: perPayment },
      { kind: 'order', value: payment.orderId, max: perOrder },
      { kind: 'address', value: toNetwork(address), max: perAddress },
      ...(visitor === null ? [] : [{ kind: 'visitor' as const, value: visitor, max: perVisitor }]),
    ]);
  }

  /** Counts the card by its number, or by its token if it is a saved card. */
  countCard(tokenOrNumber: Redacted): Promise<readonly CountedUse[]> {
    const max = this.#options.limits.perCard;
    return this.#limiter.count([{ kind: 'card', value: tokenOrNumber.reveal(), max }]);
  }

  /** Reverts counts after a successful payment, or when the request to the gateway was not sent or not processed. */
  async revert(tries: readonly CountedUse[]): Promise<void> {
    await this.#options.store.revertUses(tries);
  }
}
