import { z } from 'zod';
import { canonicalJson, simpleLowerCase, type JsonValue } from './canonical.ts';
import { currencyCode, referenceCode, transactionNumber } from './endpoints/fields.ts';
import { hmac, isHexSignature, isSameSignature, signatureMessageOfText, type Secret } from './signature.ts';

/**
 * The body of a callback (observed C). It carries no timestamp and no nonce, so a replay looks like a retry:
 * receive it idempotently and ask the gateway before treating money as received.
 */
export const callbackBody = z.looseObject({
  amount: z.number(),
  channelId: z.number().int().nullish(),
  currencyCode,
  referenceCode,
  status: z.number().int(),
  transactionNumber,
  paymentSessionNumber: z.string().max(24).nullish(),
  providerTransactionNumber: z.string().nullish(),
});

export type CallbackBody = z.infer<typeof callbackBody>;

export interface ReceivedCallback {
  /** The body exactly as it arrived. */
  readonly rawBody: Uint8Array;
  /** The value of the signature header; undefined when it was missing. */
  readonly signature: string | undefined;
}

/**
 * True when a callback was signed with the merchant's secret for this callback URL.
 *
 * Some senders sign the raw body, some the sorted form; some the URL exactly as the merchant sent it, some without its
 * query, fragment and trailing slash (signing rule 3). Any of the four is accepted, in constant time. The URL is the
 * one stored with the payment, never one built from the request's own Host header.
 */
export function verifyCallback(callback: ReceivedCallback, callbackUrl: string, secret: Secret): boolean {
  const { rawBody, signature } = callback;
  if (signature === undefined || !isHexSignature(signature)) return false;
  const text = decode(rawBody);
  if (text === undefined) return false;
  const fits = (json: string | undefined): boolean =>
    json !== undefined && isSignedFor(callbackUrl, json, { signature, secret });
  // A signature that fits is looked at no further: over which form it was made is no secret. One that does not fit has been
  // compared with every form, so the time taken tells nothing about it.
  for (const form of lastForm === 'raw' ? rawFirst : sortedFirst) {
    if (!fits(form === 'raw' ? text : sortedForm(text))) continue;
    lastForm = form;
    return true;
  }
  return false;
}

type BodyForm = 'raw' | 'sorted';
const rawFirst: readonly BodyForm[] = ['raw', 'sorted'];
const sortedFirst: readonly BodyForm[] = ['sorted', 'raw'];

/** The form that fitted last is tried first: a gateway writes all its callbacks alike. The verdict does not depend on it. */
let lastForm: BodyForm = 'raw';

function isSignedFor(
  callbackUrl: string,
  json: string,
  { signature, secret }: { readonly signature: string; readonly secret: Secret },
): boolean {
  const bare = signatureMessageOfText(callbackUrl, json);
  const exact = simpleLowerCase(callbackUrl + json);
  const isBare = isSameSignature(hmac(bare, secret), signature);
  return isBare || (exact !== bare && isSameSignature(hmac(exact, secret), signature));
}

/** Parses the body of a callback; says which field is wrong. Verify it before believing a word of it. */
export function parseCallback(rawBody: Uint8Array): z.ZodSafeParseResult<CallbackBody> {
  return callbackBody.safeParse(parseJson(decode(rawBody) ?? ''));
}

/** Undefined for what cannot be written so: no JSON, 1e400, or nesting deeper than the stack. Anyone may send it. */
function sortedForm(text: string): string | undefined {
  try {
    // JSON.parse returns JSON values only.
    return canonicalJson(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
