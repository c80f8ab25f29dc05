import { Redacted, type CardDetails } from '@pgw/protocol';
import {
  cardDetails,
  formatViolations,
  violationsOf,
  parseInput,
  decodeUtf8,
  parseJson,
} from '@pgw/protocol/internal';
// Each import names a path, because the main module of jose loads three times as many modules.
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import * as z from '@pgw/protocol/zod';
import type { CardKeys } from './card-key.ts';
import type { CardPayment } from './card-state.ts';
import { CheckoutProblem } from '../model/problem.ts';

/** A coordinate of a point on P-256: 32 bytes in base64url. */
const coordinate = z.string().regex(/^[\w-]{43}$/);

/** A card with another header is rejected before a key is used. */
const headerSchema = z.strictObject({
  alg: z.literal('ECDH-ES'),
  enc: z.literal('A256GCM'),
  kid: z.string(),
  epk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
  apv: z.string(),
});

export interface DecryptedCard {
  readonly number: Redacted | undefined;
  readonly expiryMonth: Redacted | undefined;
  readonly expiryYear: Redacted | undefined;
  readonly holderName: Redacted | undefined;
  readonly securityCode: Redacted;
  /** The id of a saved card, which replaces all fields except the security code. */
  readonly savedCardId: string | undefined;
}

/** Decrypts the card of a payment in memory. No error contains a value of the card. */
export async function decryptCard(keys: CardKeys, payment: CardPayment, jwe: string): Promise<DecryptedCard> {
  // The element writes the reference of the payment to `apv`, so that a card is valid for one payment only.
  const { kid, apv } = readHeader(jwe);
  if (apv !== Buffer.from(payment.reference, 'utf8').toString('base64url')) {
    throw new CheckoutProblem('card-unreadable', 'The card is encrypted for another payment.');
  }
  const key = await keys.find(payment, kid);
  const plaintext = await decryptJwe(jwe, key);
  const parsed = parseInput(cardDetails, parseJson(decodeUtf8(plaintext)));
  if (parsed.success) return redactCard(parsed.data);
  throw new CheckoutProblem('invalid-request', `The card: ${formatViolations(violationsOf(parsed.error))}.`);
}

function redactCard(card: CardDetails): DecryptedCard {
  const redact = (text: string | undefined) =>
    text === undefined || text === '' ? undefined : new Redacted(text);
  return {
    number: redact(card.number),
    expiryMonth: redact(card.expiryMonth),
    expiryYear: redact(card.expiryYear),
    holderName: redact(card.holderName),
    securityCode: new Redacted(card.securityCode),
    savedCardId: card.savedCardId,
  };
}

function readHeader(jwe: string): z.output<typeof headerSchema> {
  try {
    return headerSchema.parse(decodeProtectedHeader(jwe));
  } catch {
    // A precise message would help an attacker, so it does not name the rule that was broken.
    throw new CheckoutProblem(
      'card-unreadable',
      'The card is not a JWE with ECDH-ES and A256GCM. Encrypt it with the key of this payment.',
    );
  }
}

async function decryptJwe(jwe: string, key: Parameters<typeof compactDecrypt>[1]): Promise<Uint8Array> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return plaintext;
  } catch (cause) {
    const code = cause instanceof JOSEError ? cause.code : 'unknown';
    throw new CheckoutProblem(
      'card-unreadable',
      `The card cannot be decrypted with the key in its header (${code}). Enter the card again.`,
    );
  }
}
