import type { CardBrand } from '@pgw/protocol';

/** A saved card in the store. It never contains the card number or the security code. */
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
  /** The month and the year of expiry, such as `09/28`. */
  readonly expiry: string | null;
  /** When the card was first stored, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** A limit: at most `max` uses of a key within a window. */
export interface UseLimit {
  /** The kind of the limit and a keyed hash, for example `order:` and the hash of the order's id. */
  readonly key: string;
  /** The maximum of uses within a window. */
  readonly max: number;
}

/** A counted use, and its window. */
export interface CountedUse {
  /** The `key` of the {@link UseLimit}. */
  readonly key: string;
  /** The end of the window, in milliseconds since the Unix epoch. */
  readonly endsAt: number;
}

/**
 * Granted: all keys were counted. Not granted: no key was counted, because `key` is at its `max` until
 * `endsAt`.
 */
export type UsesResult =
  | { readonly isGranted: true; readonly uses: readonly CountedUse[] }
  | ({ readonly isGranted: false } & CountedUse);

/**
 * The methods of a store for cards. A store never receives a card number.
 *
 * @experimental A minor version can change it.
 */
export interface CardStore {
  /**
   * Counts one use of the key of each limit, or for no key if one of them is at its maximum. A window begins
   * with the first use of a key and lasts `windowMs`. The count is exact for concurrent calls and processes.
   */
  countUses(options: {
    readonly limits: readonly UseLimit[];
    readonly windowMs: number;
    readonly now: number;
  }): Promise<UsesResult>;
  /** Reverts counted uses whose window has not ended. */
  revertUses(uses: readonly CountedUse[]): Promise<void>;
}
