import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Redacted } from '../../redacted.ts';
import { canonicalJson, simpleLowerCase, type JsonValue } from './canonical.ts';

// The comments refer to the numbered signing rules in docs/gateway-profile.md.

/** A secret of one character can be guessed. Real secrets are much longer. */
const minSecretLength = 2;

/**
 * Returns the reason why a merchant's secret is invalid, or undefined for a valid secret. The reason never
 * contains the secret. Signing, verification and all options with a secret use this rule.
 *
 * A secret from a file or an environment variable may have white space at its ends. The gateway rejects every
 * signature with such a secret.
 */
export function secretViolation(secret: string): string | undefined {
  if (secret.trim() === '') return 'must not be empty: use the key that was issued with the merchant ID';
  if (secret.trim() !== secret)
    return 'must have no white space at its ends: check the file or variable for a line end';
  if (secret.length < minSecretLength) return `must have at least ${minSecretLength} characters`;
  return undefined;
}

/**
 * The merchant's secret as a reusable key. The key is never printed by accident. The class wraps Node's
 * `KeyObject`, so the types of this package contain no Node types, and code for browsers can import them.
 */
export class SecretKey {
  readonly #key: KeyObject;

  /** @throws TypeError for a secret that is empty, has one character, or starts or ends with white space. */
  constructor(secret: string) {
    const violation = secretViolation(secret);
    if (violation !== undefined) throw new TypeError(`The secret key ${violation}.`);
    this.#key = createSecretKey(Buffer.from(secret, 'utf8'));
  }

  /** Returns the text of the secret, with which it can be removed from other texts. */
  toRedacted(): Redacted {
    return new Redacted(this.#key.export().toString('utf8'));
  }

  /** Returns the HMAC-SHA256 of a message as 32 bytes. */
  sign(message: string): Uint8Array {
    return createHmac('sha256', this.#key).update(message, 'utf8').digest();
  }

  /**
   * Derives a key of 32 bytes for another purpose with HKDF-SHA256. The same secret and `info` give the same
   * key.
   */
  derive(info: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#key, '', info, 32));
  }
}

/** The merchant's secret key, as text or as a key from {@link secretKey}. */
export type Secret = string | SecretKey;

/**
 * Creates a reusable key from the merchant's secret. Use it to sign and verify many messages.
 *
 * @throws TypeError for a secret that is empty, has one character, or starts or ends with white space.
 */
export function secretKey(secret: string): SecretKey {
  return new SecretKey(secret);
}

/**
 * Returns the URL in the signed form: absolute, without query string, fragment or trailing slash (rule 3).
 * This function keeps the letter case, because the whole message is lower-cased later.
 */
export function signedUrl(url: string): string {
  const end = url.search(/[?#]/);
  let bare = end === -1 ? url : url.slice(0, end);
  while (bare.endsWith('/')) bare = bare.slice(0, -1);
  return bare;
}

/**
 * Returns the message that is hashed: the endpoint URL and the canonical JSON, both in lower case (rules 2 to
 * 5, 8, 9).
 *
 * The message contains no secret. When the gateway responds with "Invalid Signature.", print the message and
 * compare it with the message of the gateway.
 *
 * @example
 * signatureMessage('https://gateway.example/Pay/', { b: null, amount: 1 })
 * // 'https://gateway.example/pay{"amount":1}'
 */
export function signatureMessage(url: string, data: JsonValue): string {
  return signatureMessageOfText(url, canonicalJson(data));
}

/** Returns the message for JSON text, such as the body of a request or a callback. */
export function signatureMessageOfText(url: string, json: string): string {
  return simpleLowerCase(signedUrl(url) + json);
}

/** Returns the HMAC-SHA256 of a message as 64 lower-case hex characters (rule 1). */
export function hmac(message: string, secret: Secret): string {
  return Buffer.from(digest(message, secret)).toString('hex');
}

/** Returns the HMAC-SHA256 of a message as 32 bytes. */
export function digest(message: string, secret: Secret): Uint8Array {
  return (typeof secret === 'string' ? new SecretKey(secret) : secret).sign(message);
}

/** Also accepts an invalid secret, to explain the signature of another program. */
export function digestWithUncheckedSecret(message: string, secret: string): Uint8Array {
  return createHmac('sha256', secret).update(message, 'utf8').digest();
}

/** Compares in constant time, and ignores the case of hex digits. */
export function isSignatureOf(message: string, signature: string, secret: Secret): boolean {
  const key = typeof secret === 'string' ? new SecretKey(secret) : secret;
  if (!isHexSignature(signature)) return false;
  return timingSafeEqual(key.sign(message), Buffer.from(signature, 'hex'));
}

/**
 * Signs data for an endpoint. Returns the value of the `cap-signature` header.
 *
 * @throws TypeError for a secret that {@link secretKey} refuses.
 *
 * @example
 * sign('https://gateway.example/api/services/app/PaymentGateway/Query',
 *      { transactionNumber: 'T1', timestamp: 1790000000000 }, 'sandbox-secret-key')
 */
export function sign(url: string, data: JsonValue, secret: Secret): string {
  return hmac(signatureMessage(url, data), secret);
}

/**
 * Returns true when the signature is valid for the data and the URL. The comparison takes constant time and
 * ignores the case of hex digits (rule 10). Returns false for an empty or malformed signature.
 *
 * @throws TypeError for a secret that {@link secretKey} refuses.
 */
export function verify(url: string, data: JsonValue, signature: string, secret: Secret): boolean {
  return isSignatureOf(signatureMessage(url, data), signature, secret);
}

/** Compares two hex signatures in constant time and ignores the case of hex digits. */
export function isSameSignature(expected: string, received: string): boolean {
  if (!isHexSignature(received)) return false;
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(received, 'hex'));
}

/** Returns true for 64 hex characters. */
export function isHexSignature(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}
