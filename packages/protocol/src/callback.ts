import { z } from 'zod';
import { canonicalJsonOfParsed, simpleLowerCase, type JsonValue } from './canonical.ts';
import { currencyCode, issuedNumber, optionalIssuedNumber, referenceCode } from './endpoints/fields.ts';
import {
  isHexSignature,
  isSignatureOf,
  SecretKey,
  secretKey,
  signatureMessageOfText,
  signedUrl,
  type Secret,
} from './signature.ts';

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
  transactionNumber: issuedNumber,
  paymentSessionNumber: optionalIssuedNumber,
  providerTransactionNumber: optionalIssuedNumber,
});

export type CallbackBody = z.infer<typeof callbackBody>;

export interface ReceivedCallback {
  /** The body exactly as it arrived, or what {@link parseCallback} made of it, so that it is not read again. */
  readonly rawBody: Uint8Array | ParsedCallback;
  /** The value of the signature header; undefined when it was missing. */
  readonly signature: string | undefined;
}

/** The body of a callback, read once: to find its payment by, then to be verified. */
export interface ParsedCallback {
  /** As text; undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
  /** Undefined when the text is not JSON. */
  readonly json: unknown;
  /** By its schema, or which field is wrong. Verify it before believing a word of it. */
  readonly parsed: z.ZodSafeParseResult<CallbackBody>;
}

/** Parses the body of a callback. Pass the result to {@link verifyCallback} instead of the bytes, so that they are parsed once. */
export function parseCallback(rawBody: Uint8Array): ParsedCallback {
  const text = decode(rawBody);
  const json = text === undefined ? undefined : parseJson(text);
  return { text, json, parsed: callbackBody.safeParse(json) };
}

/**
 * True when a callback was signed with the merchant's secret for this callback URL.
 *
 * Some senders sign the raw body, some the sorted form; some the URL exactly as the merchant sent it, some without its
 * query, fragment and trailing slash (signing rule 3). Any of the four is accepted, in constant time. The URL is the
 * one stored with the payment, never one built from the request's own Host header. Of several secrets any may have signed it.
 *
 * @throws TypeError for a secret that `secretKey` refuses.
 */
export function verifyCallback(
  callback: ReceivedCallback,
  callbackUrl: string,
  secret: Secret | readonly Secret[],
): boolean {
  const secrets = typeof secret === 'string' || secret instanceof SecretKey ? [secret] : secret;
  return verifyingSecret(callback, callbackUrl, secrets) !== undefined;
}

/**
 * Which of several secrets a callback was signed with: its position, or undefined for none of them. While a secret is replaced, the
 * gateway may sign with the new one or the old one.
 *
 * @throws TypeError for a secret that `secretKey` refuses.
 */
export function verifyingSecret(
  callback: ReceivedCallback,
  callbackUrl: string,
  secrets: readonly Secret[],
): number | undefined {
  const { rawBody, signature } = callback;
  const keys = secrets.map((secret) => (typeof secret === 'string' ? secretKey(secret) : secret));
  if (signature === undefined || !isHexSignature(signature)) return undefined;
  const text = rawBody instanceof Uint8Array ? decode(rawBody) : rawBody.text;
  if (text === undefined) return undefined;
  const json = (): unknown => (rawBody instanceof Uint8Array ? parseJson(text) : rawBody.json);
  const found = keys.findIndex((secret) => isSignedWith({ text, json, callbackUrl, signature, secret }));
  return found === -1 ? undefined : found;
}

interface SignedCallback {
  readonly text: string;
  readonly json: () => unknown;
  readonly callbackUrl: string;
  readonly signature: string;
  readonly secret: SecretKey;
}

function isSignedWith({ text, json, callbackUrl, signature, secret }: SignedCallback): boolean {
  const fits = (form: string | undefined): boolean =>
    form !== undefined && isSignedFor(callbackUrl, form, { signature, secret });
  // A signature that fits is looked at no further: over which form it was made is no secret. One that does not fit has been
  // compared with every form, so the time taken tells nothing about it.
  for (const form of lastForm === 'raw' ? rawFirst : sortedFirst) {
    if (!fits(form === 'raw' ? text : sortedForm(json(), text))) continue;
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
  if (isSignatureOf(signatureMessageOfText(callbackUrl, json), signature, secret)) return true;
  const isBareAlready = signedUrl(callbackUrl) === callbackUrl;
  return !isBareAlready && isSignatureOf(simpleLowerCase(callbackUrl + json), signature, secret);
}

/** Undefined for what cannot be written so: no JSON, 1e400, or nesting deeper than the stack. Anyone may send it. */
function sortedForm(json: unknown, text: string): string | undefined {
  if (json === undefined) return undefined;
  try {
    // JSON.parse returns JSON values only.
    return canonicalJsonOfParsed(json as JsonValue, text);
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
