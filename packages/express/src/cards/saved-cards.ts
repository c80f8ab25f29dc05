import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  isSameReference,
  Redacted,
  savedCardToken,
  type CardBrand,
  type GatewayProfile,
  type SavedCard,
} from '@pgw/protocol';
import type { CardStore, StoredCard } from './card-store.ts';
import { cardBrandOf } from './card-brand.ts';
import type { OpenedCard } from './open-card.ts';
import type { Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { openText, sealText } from './sealed-text.ts';

export interface SavedCardsOptions {
  readonly store: Pick<
    CardStore,
    'upsertSavedCard' | 'savedCardsOf' | 'savedCardOfPayment' | 'setCardToken' | 'deleteSavedCard'
  >;
  readonly deriveKey: (purpose: string) => Uint8Array;
  readonly now: () => number;
  /** The merchant's own keys, the one to write with first; empty for one derived from the gateway's secret. */
  readonly encryptionKeys: readonly Redacted[];
}

/** A saved card that is about to pay: its token is all that the gateway needs besides the code. */
export interface ChargeableCard {
  readonly token: Redacted;
  readonly brand: CardBrand | null;
}

/**
 * Cards that customers had kept. Of a card the store has its brand, its last four digits, its expiry, and the gateway's token, encrypted
 * and bound to its row; of a customer a keyed hash. The number is kept by the gateway alone.
 */
export class SavedCards {
  readonly #options: SavedCardsOptions;
  readonly #hashKey: Uint8Array;
  readonly #keys: readonly Uint8Array[];

  constructor(options: SavedCardsOptions) {
    const { deriveKey, encryptionKeys } = options;
    this.#options = options;
    this.#hashKey = deriveKey('saved card names');
    const own = encryptionKeys.map(
      (key) => new Uint8Array(hkdfSync('sha256', key.reveal(), '', 'pgw saved cards', 32)),
    );
    this.#keys = own.length > 0 ? own : [deriveKey('saved cards')];
  }

  /** The cards of a customer, masked, the newest first. */
  async list(customer: string): Promise<SavedCard[]> {
    const cards = await this.#options.store.savedCardsOf(this.#hash('customer', customer));
    return cards.map(({ id, brand, last4, expiry }) => ({ id, brand, last4, expiry }));
  }

  /** Forgets a card of a customer. False when there is none with this id. The gateway's own copy stays: its interface has no way to it. */
  async delete(customer: string, id: string): Promise<boolean> {
    return this.#options.store.deleteSavedCard(this.#hash('customer', customer), id);
  }

  /**
   * A card of a customer, ready to pay.
   *
   * @throws CheckoutProblem `card-unreadable` when this customer has no such card, or its token cannot be decrypted any more.
   */
  async find(customer: string | null, id: string): Promise<ChargeableCard> {
    const cards =
      customer === null ? [] : await this.#options.store.savedCardsOf(this.#hash('customer', customer));
    const card = cards.find((saved) => saved.id === id);
    const token = card?.token == null ? undefined : openText(card.token, this.#keys, contextOf(card));
    if (card !== undefined && token !== undefined) return { token, brand: card.brand };
    throw new CheckoutProblem('card-unreadable', 'This card is not kept here any more. Type it in.');
  }

  /** Remembers that a card is to be kept, before it is sent; it is listed once its token is known. */
  async expect(customer: string, card: OpenedCard, payment: Payment): Promise<void> {
    const { number, expiryMonth, expiryYear } = card;
    if (number === undefined) return;
    const digits = number.reveal();
    const expiry =
      expiryMonth === undefined || expiryYear === undefined
        ? null
        : `${expiryMonth.reveal()}/${expiryYear.reveal().slice(-2)}`;
    await this.#options.store.upsertSavedCard({
      id: randomBytes(16).toString('base64url'),
      customerKey: this.#hash('customer', customer),
      cardKey: this.#hash('card', digits),
      reference: payment.reference,
      token: null,
      brand: cardBrandOf(digits),
      last4: digits.slice(-4),
      expiry,
      createdAt: this.#options.now(),
    });
  }

  /** The gateway has kept the card of a payment under a token. */
  async keep(payment: Payment, token: Redacted): Promise<void> {
    const { store } = this.#options;
    const card = await store.savedCardOfPayment(payment.reference);
    if (card === undefined || !isSameReference(card.reference, payment.reference)) return;
    const [key] = this.#keys;
    if (key === undefined) return;
    await store.setCardToken(card, sealText(token, key, contextOf(card)));
  }

  /** Keeps the token that a record of the gateway has, where ProcessPayment's answer came too early for it or was lost. */
  async keepOfRecord(
    payment: Payment,
    record: Readonly<Record<string, unknown>>,
    profile: GatewayProfile,
  ): Promise<void> {
    const token = payment.card === null ? undefined : savedCardToken(record, profile);
    if (token !== undefined) await this.keep(payment, new Redacted(token));
  }

  #hash(kind: string, value: string): string {
    return createHmac('sha256', this.#hashKey).update(`${kind} ${value}`, 'utf8').digest('base64url');
  }
}

function contextOf({ id, customerKey }: StoredCard): string {
  return `${id} ${customerKey}`;
}
