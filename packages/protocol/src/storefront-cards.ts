// The card types of the requests and responses between <pgw-checkout> and the shop's server.

/** A card brand. */
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'jcb' | 'diners' | 'unionpay';

/** The settings of the card form. */
export interface CardTerms {
  /** The brands that the shop accepts. */
  readonly brands: readonly CardBrand[];
  /**
   * The brands whose symbols are shown in the list of channels. Undefined when the shop does not configure
   * the accepted brands.
   */
  readonly marks?: readonly CardBrand[] | undefined;
  /** True when the shopper may save the card for later payments. */
  readonly canSave: boolean;
  /** The saved cards of this shopper, newest first. */
  readonly savedCards: readonly SavedCard[];
  /** Test cards. Set only when the gateway is a sandbox. */
  readonly testCards?: readonly TestCard[] | undefined;
}

/** A saved card of the shopper. */
export interface SavedCard {
  /** The shop's id of the saved card. It is only valid in this shop. */
  readonly id: string;
  /** The brand, or null when it is unknown. */
  readonly brand: CardBrand | null;
  /** The last four digits. */
  readonly last4: string;
  /** The month and year of expiry, such as 09/28. Null when they are unknown. */
  readonly expiry: string | null;
}

/** A test card of a sandbox. */
export interface TestCard {
  /** The card number, digits only. */
  readonly number: string;
  /** The security code, three or four digits. */
  readonly securityCode: string;
  /** The brand of the card. */
  readonly brand: CardBrand;
  /** The outcome of a payment with this card, in English. */
  readonly label: string;
}

/**
 * The public key that the browser encrypts a card with: JWE, ECDH-ES with A256GCM, P-256. A key is valid for
 * one payment and one use. The protected header of the JWE has `kid`, and the payment's reference as `apv`
 * (base64url of its UTF-8).
 */
export interface CardKey {
  /** Id of the key. */
  readonly kid: string;
  /** The x coordinate of the public key, base64url. */
  readonly x: string;
  /** The y coordinate of the public key, base64url. */
  readonly y: string;
  /** When the key expires, ISO 8601. After that, start the payment again. */
  readonly expiresAt: string;
}

/** The JSON inside the JWE. It has a new card, or `savedCardId` and the security code. */
export interface CardDetails {
  /** The card number, digits only. */
  readonly number?: string | undefined;
  /** The month of expiry, 01 to 12. */
  readonly expiryMonth?: string | undefined;
  /** The year of expiry, four digits. */
  readonly expiryYear?: string | undefined;
  /** The name on the card. */
  readonly holderName?: string | undefined;
  /** The security code, three or four digits. */
  readonly securityCode: string;
  /** The id of a saved card, instead of number, expiry and name. */
  readonly savedCardId?: string | undefined;
}

/** The body of a card request: a card that is encrypted for one payment. */
export interface CardRequest {
  /** {@link CardDetails} as a JWE in compact form. */
  readonly card: string;
  /** True when the shopper chose to save the card. */
  readonly save: boolean;
}
