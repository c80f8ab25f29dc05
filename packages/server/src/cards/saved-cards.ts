import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import {
  isSameReference,
  Redacted,
  type CardBrand,
  type GatewayProfile,
  type SavedCard,
} from '@pgw/protocol';
import { savedCardToken } from '@pgw/protocol/internal';
import { qualifyKey } from '../model/ports/account-store.ts';
import type { StoredCard } from '../model/ports/card-store.ts';
import type { Store } from '../model/ports/store.ts';
import { openText, sealText } from '../engine/sealed-text.ts';
import { findCardBrand } from './card-options.ts';
import type { DecryptedCard } from './decrypt-card.ts';
import type { Payment } from '../model/payments/payment.ts';
import { CheckoutProblem } from '../model/problem.ts';

export interface SavedCardsOptions {
  readonly store: Pick<Store, 'search' | 'insert' | 'change' | 'getAccountId'>;
  /** Keys derived from the gateway's secrets, the current one first. */
  readonly deriveKeys: (purpose: string) => readonly Uint8Array[];
  readonly now: () => number;
  /** The merchant's own keys. The first one encrypts. If empty, the keys from `deriveKeys` are used. */
  readonly encryptionKeys: readonly Redacted[];
}

export interface ChargeableCard {
  readonly token: Redacted;
  readonly brand: CardBrand | null;
}

/**
 * The saved cards of customers. The store contains keyed hashes of the customer and the card number, and the
 * gateway's token, encrypted and bound to its row. Keys can be replaced without losing a card: it is found by the
 * hashes of all keys, and stored again with the first one when it is used.
 */
export class SavedCards {
  readonly #options: SavedCardsOptions;
  readonly #hashKeys: readonly KeyObject[];
  readonly #encryptionKeys: readonly Uint8Array[];

  constructor(options: SavedCardsOptions) {
    const { deriveKeys, encryptionKeys } = options;
    this.#options = options;
    const expandKeys = (info: string): Uint8Array[] =>
      encryptionKeys.map((key) => new Uint8Array(hkdfSync('sha256', key.reveal(), '', info, 32)));
    // The keys derived from the gateway's secrets are last. Rows that are older than the merchant's own keys
    // use them.
    const hashKeys = [...expandKeys('pgw saved card names'), ...deriveKeys('saved card names')];
    this.#hashKeys = hashKeys.map((key) => createSecretKey(key));
    this.#encryptionKeys = [...expandKeys('pgw saved cards'), ...deriveKeys('saved cards')];
  }

  async list(customer: string): Promise<SavedCard[]> {
    const cards = await this.#findCards(customer);
    return cards.map(({ id, brand, last4, expiry }) => ({ id, brand, last4, expiry }));
  }

  async delete(customer: string, id: string): Promise<boolean> {
    for (const key of this.#computeHashes('customer', customer))
      if (await this.#delete({ id, customerKey: key })) return true;
    return false;
  }

  async find(customer: string | null, id: string): Promise<ChargeableCard> {
    const cards = customer === null ? [] : await this.#findCards(customer);
    const card = cards.find((savedCard) => savedCard.id === id);
    const token = card && this.#openToken(card);
    if (customer === null || card === undefined || token === undefined) {
      throw new CheckoutProblem('card-unreadable', 'This card is no longer saved. Enter it again.');
    }
    const customerKey = this.#computeHash('customer', customer);
    await this.#rehash(card, { customerKey, cardKey: card.cardKey, token });
    return { token, brand: card.brand };
  }

  /** Stores a card before it is sent to the gateway. The card is listed after its token is stored. */
  async storePending(customer: string, card: DecryptedCard, payment: Payment): Promise<void> {
    const { number, expiryMonth, expiryYear } = card;
    if (number === undefined) return;
    const digits = number.reveal();
    const expiry =
      expiryMonth === undefined || expiryYear === undefined
        ? null
        : `${expiryMonth.reveal()}/${expiryYear.reveal().slice(-2)}`;
    await this.#mergeOlderEntries(customer, digits);
    await this.#options.store.insert('savedCard', {
      id: randomBytes(16).toString('base64url'),
      customerKey: this.#computeHash('customer', customer),
      cardKey: this.#computeHash('card', digits),
      reference: payment.reference,
      token: null,
      brand: findCardBrand(digits),
      last4: digits.slice(-4),
      expiry,
      createdAt: this.#options.now(),
    });
  }

  async storeToken(payment: Payment, token: Redacted): Promise<void> {
    const { store } = this.#options;
    const [card] = await store.search('savedCards', { reference: payment.reference });
    if (card === undefined || !isSameReference(card.reference, payment.reference)) return;
    const [key] = this.#encryptionKeys;
    if (key === undefined) return;
    const { id, customerKey } = card;
    await store.change('savedCard', id, {
      from: { customerKey },
      to: { token: sealText(token, key, this.#toContext(card)) },
    });
  }

  /** The response to ProcessPayment may have had no token, or was lost. */
  async storeTokenFromRecord(
    payment: Payment,
    record: Readonly<Record<string, unknown>>,
    profile: GatewayProfile,
  ): Promise<void> {
    const token = payment.card === null ? undefined : savedCardToken(record, profile);
    if (token !== undefined) await this.storeToken(payment, new Redacted(token));
  }

  /** Finds the cards of a customer under every configured key, newest first. */
  async #findCards(customer: string): Promise<StoredCard[]> {
    const { store } = this.#options;
    const lists = await Promise.all(
      this.#computeHashes('customer', customer).map((key) =>
        store.search('savedCards', { customerKey: key }),
      ),
    );
    return lists.flat().sort((a, b) => b.createdAt - a.createdAt);
  }

  /** If the customer has this card under an older key, stores it under the first key. */
  async #mergeOlderEntries(customer: string, digits: string): Promise<void> {
    const customerKey = this.#computeHash('customer', customer);
    const cardKey = this.#computeHash('card', digits);
    const cardKeys = new Set(this.#computeHashes('card', digits));
    for (const card of await this.#findCards(customer)) {
      const token = cardKeys.has(card.cardKey) ? this.#openToken(card) : undefined;
      if (token === undefined) continue;
      const isUnderFirstKey = await this.#rehash(card, { customerKey, cardKey, token });
      // The first key already has an entry of this card, so the older entry is a duplicate.
      if (!isUnderFirstKey) await this.#delete(card);
    }
  }

  #openToken(card: StoredCard): Redacted | undefined {
    return card.token === null
      ? undefined
      : openText(card.token, this.#encryptionKeys, this.#toContext(card));
  }

  /** Returns false when another card of the customer has the same hashes. */
  async #rehash(
    card: StoredCard,
    {
      customerKey,
      cardKey,
      token,
    }: Pick<StoredCard, 'customerKey' | 'cardKey'> & { readonly token: Redacted },
  ): Promise<boolean> {
    const [key] = this.#encryptionKeys;
    if (key === undefined || card.token === null) return true;
    const usesFirstKey = openText(card.token, [key], this.#toContext(card)) !== undefined;
    if (usesFirstKey && card.customerKey === customerKey && card.cardKey === cardKey) return true;
    const sealedToken = sealText(token, key, this.#toContext({ ...card, customerKey }));
    return this.#options.store.change('savedCard', card.id, {
      from: { customerKey: card.customerKey },
      to: { customerKey, cardKey, token: sealedToken },
    });
  }

  #delete({ id, customerKey }: Pick<StoredCard, 'id' | 'customerKey'>): Promise<boolean> {
    return this.#options.store.change('savedCard', id, { from: { customerKey }, to: null });
  }

  /** A token can only be decrypted in its own row. */
  #toContext({ id, customerKey }: StoredCard): string {
    return qualifyKey(this.#options.store, `${id} ${customerKey}`);
  }

  #computeHashes(kind: string, value: string): string[] {
    return this.#hashKeys.map((key) =>
      createHmac('sha256', key).update(`${kind} ${value}`, 'utf8').digest('base64url'),
    );
  }

  #computeHash(kind: string, value: string): string {
    return this.#computeHashes(kind, value)[0] ?? '';
  }
}
