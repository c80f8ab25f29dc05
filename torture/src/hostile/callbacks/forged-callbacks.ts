import { sign, type JsonValue } from '@pgw/protocol';
import { canonicalJson, hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { z } from 'zod';
import { merchant } from '../../gateway/gateway.ts';
import type { Random } from '../../random.ts';
import { readCorpus, expandRepetitions } from '../corpora.ts';
import { callbackUrl } from '../target.ts';

/** The body and the signature of a callback that is sent. */
export interface SentCallback {
  readonly body: string;
  readonly signature: string | undefined;
}

/** The data of a genuine callback without the status. */
export interface CallbackData {
  readonly [name: string]: JsonValue;
  readonly referenceCode: string;
  readonly transactionNumber: string;
  readonly amount: number;
  readonly currencyCode: string;
}

/**
 * A forgery that was written by hand: `changes` replace members of a genuine body, or `body` is the whole
 * body.
 */
const forgerySchema = z.union([
  z.object({ changes: z.record(z.string(), z.json()) }),
  z.object({ body: z.string() }),
]);

const forgeries = readCorpus('forged-callbacks', forgerySchema);
/** Secrets that an attacker may guess. */
const guessedSecrets = [
  'secret',
  'secret-key',
  merchant.merchantId,
  merchant.token,
  'sandbox-secret-key',
  'null',
];
const otherUrls = [
  'https://shop.example/pgw/callback2',
  'https://evil.example/pgw/callback',
  'http://shop.example/pgw/callback',
  'https://shop.example:8443/pgw/callback',
  '/pgw/callback',
  '',
];

/** Creates a callback without the merchant's secret. Its status is 1 (Success) or was written by hand. */
export function createForgedCallback(callbackData: CallbackData, random: Random): SentCallback {
  const chosen = random.pick(forgeries);
  const body =
    'body' in chosen
      ? expandRepetitions(chosen.body).replaceAll('$REFERENCE', callbackData.referenceCode)
      : JSON.stringify({ ...callbackData, status: 1, ...chosen.changes });
  return { body, signature: createForgedSignature(body, random) };
}

const hexDigits = '0123456789abcdef';

function createForgedSignature(body: string, random: Random): string | undefined {
  const guessed = hmac(signatureMessageOfText(callbackUrl, body), random.pick(guessedSecrets));
  const createSignature = random.pick<() => string | undefined>([
    () => undefined,
    () => Array.from({ length: 64 }, () => random.pick([...hexDigits])).join(''),
    () => guessed,
    () => guessed.toUpperCase(),
    () => Buffer.from(guessed, 'hex').toString('base64'),
    () => `sha256=${guessed}`,
    () => guessed.slice(0, random.below(64)),
    () => random.pick(['0'.repeat(64), 'f'.repeat(64), '', 'null', 'undefined', '[object Object]', '%00']),
    () => `${guessed}, ${guessed}`,
  ]);
  return createSignature();
}

/** Creates a callback whose body, URL or signature was changed after the signature was computed. */
export function createTamperedCallback(callbackData: CallbackData, random: Random): SentCallback {
  const genuine = { ...callbackData, status: 0 };
  const signature = sign(callbackUrl, genuine, merchant.secretKey);
  const paid = canonicalJson({ ...genuine, status: 1 });
  switch (random.below(4)) {
    case 0:
      return { body: paid, signature };
    case 1:
      return { body: JSON.stringify({ ...genuine, status: 1, pad: random.below(1_000_000) }), signature };
    case 2: {
      const url = random.pick(otherUrls);
      return { body: paid, signature: hmac(signatureMessageOfText(url, paid), merchant.secretKey) };
    }
    default: {
      const validSignature = sign(callbackUrl, { ...genuine, status: 1 }, merchant.secretKey);
      const at = random.below(64);
      // Always another digit than the one that it replaces.
      const digit =
        hexDigits[(hexDigits.indexOf(validSignature[at] ?? '0') + 1 + random.below(15)) % 16] ?? '0';
      return { body: paid, signature: validSignature.slice(0, at) + digit + validSignature.slice(at + 1) };
    }
  }
}
