import { cardDetails, Redacted, type CardDetails } from '@pgw/protocol';
import { listViolations, violationsOf } from '@pgw/protocol/internal';
// Imported by path: all of jose has three times as many modules.
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { compactDecrypt } from 'jose/jwe/compact/decrypt';
import { z } from 'zod';
import type { CardKeys } from './card-key.ts';
import type { CardPayment } from './card-claim.ts';
import { CheckoutProblem } from '../payments/problem.ts';

const coordinate = z.string().regex(/^[\w-]{43}$/);

/**
 * The only accepted header of an encrypted card. A card with another header is rejected before a key is used.
 */
const headerSchema = z.strictObject({
  alg: z.literal('ECDH-ES'),
  enc: z.literal('A256GCM'),
  kid: z.string(),
  epk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
  apv: z.string(),
});

/** A decrypted card in memory. Its values are redacted, so that they cannot be printed. */
export interface OpenedCard {
  readonly number: Redacted | undefined;
  readonly expiryMonth: Redacted | undefined;
  readonly expiryYear: Redacted | undefined;
  readonly holderName: Redacted | undefined;
  readonly securityCode: Redacted;
  /** The id of a saved card, which replaces all fields except the security code. */
  readonly savedCardId: string | undefined;
}

/**
 * Decrypts the card of a payment in memory.
 *
 * @throws CheckoutProblem `card-unreadable` when the card is not encrypted for this payment.
 * `card-key-expired` when its key has expired. `invalid-request` when the content is not a card. No error
 * contains a value of the card.
 */
export async function openCard(keys: CardKeys, payment: CardPayment, jwe: string): Promise<OpenedCard> {
  const { kid, apv } = headerOf(jwe);
  if (apv !== Buffer.from(payment.reference, 'utf8').toString('base64url')) {
    throw new CheckoutProblem('card-unreadable', 'The card is encrypted for another payment.');
  }
  const key = await keys.find(payment, kid);
  const plaintext = await decrypt(jwe, key);
  const parsed = cardDetails.safeParse(parseJson(plaintext));
  if (parsed.success) return redactCard(parsed.data);
  throw new CheckoutProblem('invalid-request', `The card: ${listViolations(violationsOf(parsed.error))}.`);
}

function redactCard(card: CardDetails): OpenedCard {
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

function headerOf(jwe: string): z.output<typeof headerSchema> {
  try {
    return headerSchema.parse(decodeProtectedHeader(jwe));
  } catch {
    // The error does not reveal which rule was broken.
    throw new CheckoutProblem('card-unreadable', 'The card is not a JWE by ECDH-ES with A256GCM.');
  }
}

async function decrypt(jwe: string, key: Parameters<typeof compactDecrypt>[1]): Promise<Uint8Array> {
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
      `The card cannot be opened with the key it names (${code}).`,
    );
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's own error quotes the text.
    return undefined;
  }
}
