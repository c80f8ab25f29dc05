import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { normalizeReference, type CardKey } from '@pgw/protocol';
import type { Store } from '../model/ports/store.ts';
import type { CardPayment } from './card-state.ts';
import type { Payment } from '../model/payments/payment.ts';
import { CheckoutProblem } from '../model/problem.ts';

export interface CardKeysOptions {
  readonly store: Pick<Store, 'insert' | 'find'>;
  /** `GatewayClient.deriveKey`. Every process of the merchant derives the same key. */
  readonly deriveKey: (purpose: string) => Uint8Array;
  readonly now: () => number;
  readonly lifetimeMs: number;
}

/** A private key on P-256 as a JWK. */
export interface CardPrivateKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

/** Each hour has its own seed. */
const periodMs = 3_600_000;
/** The longest lifetime of a key that a shop can choose. */
export const maxKeyLifetimeMs = 3_600_000;

/** Returns the number of the oldest period whose keys may still be valid at the time `at`. */
export function computeFirstPeriodInUse(at: number, lifetimeMs: number): number {
  return Math.floor((at - lifetimeMs) / periodMs);
}

/**
 * The keys for encrypted cards. Each payment has one key pair, which is derived when it is needed and never
 * stored.
 *
 * A private key is derived from two secrets. The merchant's secret is not in the database. The seed of the
 * hour is in the store, which deletes it later. Therefore every process can decrypt a card. A copy of the
 * database cannot decrypt one, and recorded traffic cannot be decrypted after the seed was deleted.
 *
 * `kid` contains the seed's period, `card.round` of the payment and the expiry time. The key is derived from all
 * of them, so a changed `kid` identifies another key.
 */
export class CardKeys {
  readonly #options: CardKeysOptions;
  readonly #rootKey: Uint8Array;

  constructor(options: CardKeysOptions) {
    this.#options = options;
    this.#rootKey = options.deriveKey('card keys');
  }

  async issue(payment: CardPayment): Promise<CardKey> {
    const { store, now, lifetimeMs } = this.#options;
    const issuedAt = now();
    const period = Math.floor(issuedAt / periodMs);
    const expiresAt = issuedAt + lifetimeMs;
    const stored = await store.find('cardSeed', String(period));
    const seed = stored ?? (await this.#insertSeed(period, computeFirstPeriodInUse(issuedAt, lifetimeMs)));
    const kid = [period, payment.card.round, expiresAt].map((part) => part.toString(36)).join('.');
    const { x, y } = this.#derive(seed, payment, kid);
    return { kid, x, y, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** Stores a seed of a period. Of several processes, one stores its seed, and each of them uses this seed. */
  async #insertSeed(period: number, deleteBefore: number): Promise<string> {
    const { store } = this.#options;
    const seed = randomBytes(32).toString('base64url');
    if (await store.insert('cardSeed', { period, seed, deleteBefore })) return seed;
    return (await store.find('cardSeed', String(period))) ?? seed;
  }

  async find(payment: CardPayment, kid: string): Promise<CardPrivateKey> {
    const match = /^([0-9a-z]{1,9})\.([0-9a-z]{1,9})\.([0-9a-z]{1,12})$/.exec(kid);
    if (match === null)
      throw new CheckoutProblem('card-unreadable', 'The key id (kid) of the encrypted card is malformed.');
    const [period = 0, round = 0, expiresAt = 0] = match.slice(1).map((part) => Number.parseInt(part, 36));
    const hasExpired = expiresAt <= this.#options.now() || round !== payment.card.round;
    const seed = hasExpired ? undefined : await this.#options.store.find('cardSeed', String(period));
    if (seed === undefined)
      throw new CheckoutProblem('card-key-expired', 'The key of this payment has expired.');
    return this.#derive(seed, payment, kid);
  }

  #derive(seed: string, { reference }: Payment, kid: string): CardPrivateKey {
    const info = `card key ${normalizeReference(reference)} ${kid}`;
    const bytes = Buffer.from(
      hkdfSync('sha256', this.#rootKey, Buffer.from(seed, 'base64url'), info, scalarInputBytes),
    );
    const pair = createECDH('prime256v1');
    const scalar = toScalar(bytes);
    pair.setPrivateKey(scalar);
    // An uncompressed point: one byte for the format, then 32 bytes for each coordinate.
    const point = pair.getPublicKey();
    return {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: scalar.toString('base64url'),
    };
  }
}

/**
 * The number of random bytes for a scalar: 32 bytes, and 16 more bytes, so that every scalar is equally likely
 * (FIPS 186-5 A.2.1).
 */
const scalarInputBytes = 48;

/** The order of P-256 (FIPS 186-5, SP 800-186 3.2.1.3). */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Converts random bytes to a scalar from 1 to n-1 (FIPS 186-5 A.2.1). */
function toScalar(bytes: Buffer): Buffer {
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (curveOrder - 1n)) + 1n;
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
}
