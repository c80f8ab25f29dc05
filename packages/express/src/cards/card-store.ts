import type { CardBrand } from '@pgw/protocol';
import type { Capture } from '../captures/capture.ts';
import type { Payment } from '../payments/payment.ts';
import type { Note } from '../payments/timeline.ts';

/** The fields of a capture that change after it is stored. */
export type CaptureChange = Partial<Pick<Capture, 'state' | 'captureNumber' | 'message'>>;

/** A card that a customer had kept. `token` is encrypted before it comes here; null until the gateway has given one. */
export interface StoredCard {
  readonly id: string;
  /** Keyed hashes: of the shop's customer, of the card's number. */
  readonly customerKey: string;
  readonly cardKey: string;
  /** Of the payment that it was last kept with. */
  readonly reference: string;
  readonly token: string | null;
  readonly brand: CardBrand | null;
  readonly last4: string;
  /** As 09/28. */
  readonly expiry: string | null;
  readonly createdAt: number;
}

/** One thing that tries are counted for: at most `max` within a window. */
export interface TryCount {
  readonly key: string;
  readonly max: number;
}

/** A try that was counted, in the window that ends then (milliseconds since the Unix epoch). */
export interface TryTaken {
  readonly key: string;
  readonly endsAt: number;
}

/** All were counted; or none, because this one had its `max` until then. */
export type TriesResult =
  | { readonly isGranted: true; readonly taken: readonly TryTaken[] }
  | ({ readonly isGranted: false } & TryTaken);

/** What a store keeps for cards. It never sees one. */
export interface CardStore {
  /**
   * Keeps a seed for a period unless there is one, drops those of periods before `dropBefore`, and answers the seed that
   * stands: the same for every process.
   */
  cardSeed(wanted: {
    readonly period: number;
    readonly seed: string;
    readonly dropBefore: number;
  }): Promise<string>;
  /**
   * Counts one try for each key, all or none. A window begins with the first try of a key and lasts `windowMs`. Exact, however many
   * ask at once in however many processes.
   */
  takeTries(wanted: {
    readonly counts: readonly TryCount[];
    readonly windowMs: number;
    readonly now: number;
  }): Promise<TriesResult>;
  /** Takes counted tries back, where their window still runs. */
  giveBackTries(taken: readonly TryTaken[]): Promise<void>;
  /** Stores a card that is to be kept; where the customer has it already, that one is of the new payment now, with its token and id. */
  upsertSavedCard(card: StoredCard): Promise<void>;
  /** The cards of a customer that have a token, the newest first, 50 at most. */
  savedCardsOf(customerKey: string): Promise<StoredCard[]>;
  /** The card that is to be kept with a payment. */
  savedCardOfPayment(reference: string): Promise<StoredCard | undefined>;
  setCardToken(card: StoredCard, token: string): Promise<void>;
  /** False when the customer has no such card. */
  deleteSavedCard(customerKey: string, id: string): Promise<boolean>;

  /**
   * Stores a new capture and adds it to the payment's `capturedAmount`, both or neither. False, and nothing stored, when its key is taken,
   * or when the payment's `version` has moved on.
   */
  insertCapture(payment: Payment, capture: Capture, note: Note): Promise<boolean>;
  findCapture(key: string): Promise<Capture | undefined>;
  /** The captures of a payment, oldest first. */
  capturesOf(reference: string): Promise<Capture[]>;
  /** Compare-and-set, as `updatePayment`. A change to `refused` takes the capture off the payment's `capturedAmount`. */
  updateCapture(capture: Capture, change: CaptureChange, note: Note): Promise<Capture | undefined>;

  findCardSeed(period: number): Promise<string | undefined>;
}
