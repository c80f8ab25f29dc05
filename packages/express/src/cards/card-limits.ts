import { createHmac } from 'node:crypto';
import type { Redacted } from '@pgw/protocol';
import type { CardStore, TryCount, TryTaken } from './card-store.ts';
import type { EventListener } from '../events.ts';
import { networkOf } from './network-address.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { isLessThanAgo } from '../payments/schedule.ts';

/** How often cards may fail within one window, by what the failures have in common. */
export interface CardLimits {
  /** For one payment: cards that could not be opened, since it takes one. Default 3. */
  readonly perPayment: number;
  /** For one order. Default 10. */
  readonly perOrder: number;
  /** For one visitor, where the shop says who it is (`visitorOf`). Default 10. */
  readonly perVisitor: number;
  /** For one address; of IPv6 the /64. Default 30: many people may stand behind one. */
  readonly perAddress: number;
  /** For one card, whoever sends it. Default 5. */
  readonly perCard: number;
  /** From the first failure on, in milliseconds. Default 3,600,000. */
  readonly windowMs: number;
}

/** Who sends a card. */
export interface CardSender {
  readonly address: string;
  readonly visitor: string | null;
}

export interface CardTriesOptions {
  readonly store: Pick<CardStore, 'takeTries' | 'giveBackTries'>;
  readonly deriveKey: (purpose: string) => Uint8Array;
  readonly now: () => number;
  readonly limits: CardLimits;
  readonly emit: EventListener;
}

type Kind = 'payment' | 'order' | 'visitor' | 'address' | 'card';

const warnEveryMs = 60_000;

/**
 * Keeps the checkout from being used to find out which stolen cards are good. Every card counts as a failure from the moment
 * it is sent, in the store, so that however many come at once, in however many processes, no more than the limit go on; one that turns
 * out good is given back. What is counted by is kept as a keyed hash.
 */
export class CardTries {
  readonly #options: CardTriesOptions;
  readonly #key: Uint8Array;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CardTriesOptions) {
    this.#options = options;
    this.#key = options.deriveKey('card tries');
  }

  /**
   * Counts a card that has come, before it is opened.
   *
   * @throws CheckoutProblem `too-many-requests`, with the time to wait.
   */
  async takeOfSender(payment: Payment, { address, visitor }: CardSender): Promise<readonly TryTaken[]> {
    const { perPayment, perOrder, perVisitor, perAddress } = this.#options.limits;
    return this.#take([
      this.#count('payment', payment.reference, perPayment),
      this.#count('order', payment.orderId, perOrder),
      this.#count('address', networkOf(address), perAddress),
      ...(visitor === null ? [] : [this.#count('visitor', visitor, perVisitor)]),
    ]);
  }

  /** Counts the card itself, by its number or by the token of a saved one. */
  async takeOfCard(number: Redacted): Promise<readonly TryTaken[]> {
    return this.#take([this.#count('card', number.reveal(), this.#options.limits.perCard)]);
  }

  /** The card was good, or never reached the gateway. */
  async giveBack(taken: readonly TryTaken[]): Promise<void> {
    await this.#options.store.giveBackTries(taken);
  }

  async #take(counts: readonly TryCount[]): Promise<readonly TryTaken[]> {
    const { store, now, limits } = this.#options;
    const result = await store.takeTries({ counts, windowMs: limits.windowMs, now: now() });
    if (result.isGranted) return result.taken;
    const [kind = ''] = result.key.split(':');
    this.#warn(kind);
    throw new CheckoutProblem(
      'too-many-requests',
      'Too many cards have failed. Try again later, or pay another way.',
      {
        retryAfterMs: result.endsAt - now(),
      },
    );
  }

  #count(kind: Kind, value: string, max: number): TryCount {
    const hash = createHmac('sha256', this.#key).update(`${kind} ${value}`, 'utf8').digest('base64url');
    return { key: `${kind}:${hash.slice(0, 22)}`, max };
  }

  /** Under an attack every request is refused: one line a minute is enough. */
  #warn(kind: string): void {
    const { now, emit } = this.#options;
    if (isLessThanAgo(warnEveryMs, this.#warnedAt, now())) return;
    this.#warnedAt = now();
    const message =
      `Cards are refused unopened, because too many have failed for one ${kind}. If this goes on, somebody may be testing stolen ` +
      'cards: look at the payments that failed, and at who starts them.';
    emit({ level: 'warn', event: 'card-tries-exceeded', message, ids: { kind } });
  }
}
