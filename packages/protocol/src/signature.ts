import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { canonicalJson, simpleLowerCase, type JsonValue } from './canonical.ts';
import { secretViolation } from './secret-rules.ts';

/**
 * The merchant's secret as a reusable key, which also cannot be printed by accident. It wraps Node's `KeyObject`, so that the types
 * of this package name nothing of Node: code for browsers imports them too.
 */
export class SecretKey {
  readonly #key: KeyObject;

  /** @throws TypeError for a secret that is empty, of one character, or has white space at its ends. */
  constructor(secret: string) {
    const violation = secretViolation(secret);
    if (violation !== undefined) throw new TypeError(`The secret key ${violation}.`);
    this.#key = createSecretKey(Buffer.from(secret, 'utf8'));
  }

  /** HMAC-SHA256 of a message: 32 bytes. */
  sign(message: string): Uint8Array {
    return createHmac('sha256', this.#key).update(message, 'utf8').digest();
  }

  /** A key of 32 bytes for another purpose, derived by HKDF-SHA256: the same for the same secret and `info`. */
  derive(info: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#key, '', info, 32));
  }
}

/** The merchant's secret key: its text, or a key made once with {@link secretKey}. */
export type Secret = string | SecretKey;

/**
 * Makes a reusable key of the merchant's secret.
 *
 * @throws TypeError for a secret that is empty, of one character, or has white space at its ends.
 */
export function secretKey(secret: string): SecretKey {
  return new SecretKey(secret);
}

/**
 * The endpoint URL as it is signed: absolute, without query string, fragment or trailing slash (rule 3).
 * Its letters keep their case; the whole message is lower-cased later.
 */
export function signedUrl(url: string): string {
  const end = url.search(/[?#]/);
  let bare = end === -1 ? url : url.slice(0, end);
  while (bare.endsWith('/')) bare = bare.slice(0, -1);
  return bare;
}

/**
 * The exact string that is hashed: endpoint URL + canonical JSON, the whole of it lower-cased (rules 2 to 5, 8, 9).
 *
 * It holds no secret. Print it when the gateway answers "Invalid Signature." and compare.
 *
 * @example
 * signatureMessage('https://gateway.example/Pay/', { b: null, amount: 1 })
 * // 'https://gateway.example/pay{"amount":1}'
 */
export function signatureMessage(url: string, data: JsonValue): string {
  return signatureMessageOfText(url, canonicalJson(data));
}

/** As {@link signatureMessage}, over JSON text that is already written: a body that was received or will be sent. */
export function signatureMessageOfText(url: string, json: string): string {
  return simpleLowerCase(signedUrl(url) + json);
}

/**
 * HMAC-SHA256 of a message, 64 lower-case hex characters (rule 1).
 *
 * @throws TypeError for a secret that {@link secretKey} refuses.
 */
export function hmac(message: string, secret: Secret): string {
  return Buffer.from(digest(message, secret)).toString('hex');
}

/**
 * HMAC-SHA256 of a message: 32 bytes.
 *
 * @throws TypeError for a secret that {@link secretKey} refuses.
 */
export function digest(message: string, secret: Secret): Uint8Array {
  return (typeof secret === 'string' ? new SecretKey(secret) : secret).sign(message);
}

/** As {@link digest}, with a text that need not be a usable secret: to explain what another program signed with. */
export function digestWithAnyText(message: string, secret: string): Uint8Array {
  return createHmac('sha256', secret).update(message, 'utf8').digest();
}

/** True when a hex signature is the {@link hmac} of a message. Compares in constant time, without regard to hex case. */
export function isSignatureOf(message: string, signature: string, secret: Secret): boolean {
  const key = typeof secret === 'string' ? new SecretKey(secret) : secret;
  if (!isHexSignature(signature)) return false;
  return timingSafeEqual(key.sign(message), Buffer.from(signature, 'hex'));
}

/**
 * Signs data for an endpoint: the value of the `cap-signature` header.
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
 * True when the signature is that of the data for the URL. Compares in constant time, without regard to hex case
 * (rule 10). A missing or malformed signature is false, never an error.
 *
 * @throws TypeError for a secret that {@link secretKey} refuses.
 */
export function verify(url: string, data: JsonValue, signature: string, secret: Secret): boolean {
  return isSignatureOf(signatureMessage(url, data), signature, secret);
}

/** Compares two hex signatures in constant time, without regard to hex case. */
export function isSameSignature(expected: string, received: string): boolean {
  if (!isHexSignature(received)) return false;
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(received, 'hex'));
}

/** True for a text that could be a signature: 64 hex characters. */
export function isHexSignature(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}
