import type { CardBrand } from '@pgw/protocol';
import type { Capture } from '../captures/capture.ts';
import type { Payment } from '../payments/payment.ts';
import type { Note } from '../payments/timeline.ts';

/** The fields of a capture that change after it is stored. */
export type CaptureChange = Partial<Pick<Capture, 'state' | 'captureNumber' | 'message'>>;

/** A saved card as it is stored: never with its number or security code. */
export interface StoredCard {
  /** Identifies the card. Made at random and safe to send to the browser. */
  readonly id: string;
  /** A keyed hash of the shop's customer id. */
  readonly customerKey: string;
  /** A keyed hash of the card number, unique among the cards of a customer. */
  readonly cardKey: string;
  /** The reference of the payment with which the card was last saved. */
  readonly reference: string;
  /** The gateway's token of the card, encrypted. Null until the gateway has returned one. */
  readonly token: string | null;
  /** Determined by the first digits of the card number; null for an unknown brand. */
  readonly brand: CardBrand | null;
  /** The last four digits of the card number. */
  readonly last4: string;
  /** As 09/28. */
  readonly expiry: string | null;
  /** When the card was first stored, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** A key for which attempts are counted: at most `max` within a window. */
export interface TryCount {
  /** The kind of the limit and a keyed hash, for example `order:` and the hash of the order's id. */
  readonly key: string;
  /** The maximum of attempts within a window. */
  readonly max: number;
}

/** A counted attempt, and its window. */
export interface TryTaken {
  /** The `key` of the {@link TryCount}. */
  readonly key: string;
  /** The end of the window, in milliseconds since the Unix epoch. */
  readonly endsAt: number;
}

/** Either all keys were counted, or none: then this key has reached its `max` until `endsAt`. */
export type TriesResult =
  | { readonly isGranted: true; readonly taken: readonly TryTaken[] }
  | ({ readonly isGranted: false } & TryTaken);

/** The methods of a store for cards. A store never receives a card number. */
export interface CardStore {
  /**
   * Stores a seed for a period unless it has one, deletes the seeds of periods before `dropBefore`, and resolves with the stored seed,
   * which is the same for every process.
   */
  cardSeed(wanted: {
    readonly period: number;
    readonly seed: string;
    readonly dropBefore: number;
  }): Promise<string>;
  /**
   * Counts one attempt for each key, all or none. A window begins with the first attempt of a key and lasts `windowMs`. Exact for any
   * number of concurrent calls and processes.
   */
  takeTries(wanted: {
    readonly counts: readonly TryCount[];
    readonly windowMs: number;
    readonly now: number;
  }): Promise<TriesResult>;
  /** Reverts counted attempts whose window has not ended. */
  giveBackTries(taken: readonly TryTaken[]): Promise<void>;
  /** Stores a card. When the customer has saved it before, the stored card keeps its id and token and refers to the new payment. */
  upsertSavedCard(card: StoredCard): Promise<void>;
  /** The cards of a customer that have a token, newest first, at most 50. */
  savedCardsOf(customerKey: string): Promise<StoredCard[]>;
  /** The card that was stored with a payment; undefined when there is none. */
  savedCardOfPayment(reference: string): Promise<StoredCard | undefined>;
  /** Stores the encrypted token of a card. */
  setCardToken(card: StoredCard, token: string): Promise<void>;
  /**
   * Stores a card under other hashes and another encryption, after a key was replaced. False, and nothing changed, when the customer has no
   * such card any more, or another one has these hashes.
   */
  rehashSavedCard(
    card: StoredCard,
    change: Pick<StoredCard, 'customerKey' | 'cardKey' | 'token'>,
  ): Promise<boolean>;
  /** Deletes a card. False when the customer has no such card. */
  deleteSavedCard(customerKey: string, id: string): Promise<boolean>;

  /**
   * Stores a new capture and adds it to the payment's `capturedAmount`, both or neither. False, and nothing stored, when its key exists
   * already, or when the payment's `version` has changed.
   */
  insertCapture(payment: Payment, capture: Capture, note: Note): Promise<boolean>;
  /** The capture with this key; undefined when there is none. */
  findCapture(key: string): Promise<Capture | undefined>;
  /** The captures of a payment, oldest first. */
  capturesOf(reference: string): Promise<Capture[]>;
  /** Compare-and-set, as `updatePayment`. A change to `refused` subtracts the capture from the payment's `capturedAmount`. */
  updateCapture(capture: Capture, change: CaptureChange, note: Note): Promise<Capture | undefined>;

  /** The seed of a period; undefined when there is none. */
  findCardSeed(period: number): Promise<string | undefined>;
}
