import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { GatewayClient } from '@pgw/client';
import { normalizeReference } from '@pgw/protocol';
import { getRandomIdBytes } from '../model/random-bytes.ts';
import type { Payment } from '../model/payments/payment.ts';

/**
 * What the holder of a token may do.
 *
 * - `order`: see the payment with its order. The token is in the return URL and in the cookie of the browser.
 * - `phone`: open the payment at the bank and see its state. The token is in the QR code.
 */
export type TokenPurpose = 'order' | 'phone';

type FormSubject = 'order' | 'visitor';

/** The number of bytes of a token and of its seed: 128 bits. */
const tokenBytes = 16;
const maxKeptTokens = 1_000;

/**
 * The tokens of payments. A token is derived from the random seed of the payment and from the merchant's
 * secret, and is never stored. Therefore neither a copy of the database nor the secret reveals a token, and
 * every process can create it again.
 */
export class PaymentTokens {
  readonly #keys: readonly [KeyObject, ...KeyObject[]];
  /** The last tokens. A start needs one of them twice: for the return URL and for the cookie. */
  readonly #created = new Map<string, string>();

  constructor(gateway: Pick<GatewayClient, 'deriveKey' | 'derivePreviousKeys'>) {
    // An HMAC with the bytes of a key imports them again, which takes five times as long as the HMAC.
    this.#keys = [
      createSecretKey(gateway.deriveKey('payment tokens')),
      ...gateway.derivePreviousKeys('payment tokens').map((key) => createSecretKey(key)),
    ];
  }

  /**
   * Returns the token of a form, which a page of another site cannot know: of an order, for a browser that may pay it, or of a
   * visitor, for a browser that has their secret.
   */
  createForm(subject: FormSubject, id: string): string {
    return hash(this.#keys[0], `form ${subject} ${id}`).toString('base64url');
  }

  /** Whether a text is the token of a form, also with a previous secret. */
  isValidForm(subject: FormSubject, id: string, text: string): boolean {
    return this.#isHash(`form ${subject} ${id}`, text);
  }

  /** Derives a secret of the shop's own pages. Each process of the account derives the same. */
  deriveSecret(name: string): string {
    return hash(this.#keys[0], `pages ${name}`).toString('base64url');
  }

  /** Returns the token of a payment: 22 characters that need no escaping in a URL or a cookie. */
  create(purpose: TokenPurpose, payment: Payment): string {
    const message = describePayment(purpose, payment);
    const token = this.#created.get(message) ?? hash(this.#keys[0], message).toString('base64url');
    if (this.#created.size >= maxKeptTokens) this.#created.clear();
    this.#created.set(message, token);
    return token;
  }

  /** Whether a text is the token of a payment, also with a previous secret. Compares in constant time. */
  isValid(purpose: TokenPurpose, payment: Payment, text: string): boolean {
    return this.#isHash(describePayment(purpose, payment), text);
  }

  #isHash(message: string, text: string): boolean {
    const token = Buffer.from(text, 'base64url');
    // The decoder ignores other characters, so another text can have the same bytes.
    if (token.length !== tokenBytes || token.toString('base64url') !== text) return false;
    return this.#keys.some((key) => timingSafeEqual(hash(key, message), token));
  }
}

const describePayment = (purpose: TokenPurpose, { reference, tokenSeed }: Payment): string =>
  `${purpose} ${normalizeReference(reference)} ${tokenSeed}`;

function hash(key: KeyObject, message: string): Buffer {
  return createHmac('sha256', key).update(message).digest().subarray(0, tokenBytes);
}

/** Creates the seed of the tokens of a new payment. */
export function createTokenSeed(): string {
  return Buffer.from(getRandomIdBytes(tokenBytes)).toString('base64url');
}
