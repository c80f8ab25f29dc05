import { z } from 'zod';
import { parseJson } from '../json.ts';
import { canonicalJsonOfText, simpleLowerCase, type JsonValue } from './signatures/canonical.ts';
import { optionalId, optionalIssuedNumber, optionalProviderNumber, unneeded } from './fields/absent.ts';
import { paddedCurrencyCode, receivedInteger, receivedNumber, referenceCode } from './fields/fields.ts';
import {
  isHexSignature,
  isSignatureOf,
  SecretKey,
  secretKey,
  signatureMessageOfText,
  signedUrl,
  type Secret,
} from './signatures/signature.ts';
import { decodeUtf8 } from '../text-encoding.ts';
import { parseInput, parseOften } from '../own-members.ts';
import { requireArgument } from '../require-argument.ts';

/**
 * The schema of the body of a callback. The interface does not describe the body: the fields are those that
 * public clients read. A callback has no timestamp and no nonce, so a receiver cannot distinguish a replay
 * from a retry. Process callbacks idempotently. Query the gateway before you treat a payment as paid.
 */
export const callbackBody = z.looseObject({
  amount: z.number(),
  channelId: optionalId,
  currencyCode: paddedCurrencyCode,
  referenceCode,
  status: receivedInteger,
  transactionNumber: receivedNumber,
  paymentSessionNumber: optionalIssuedNumber,
  providerTransactionNumber: optionalProviderNumber,
});

/** Only the reference is required, because the record of the query decides, and not the callback. */
const callbackSubject = z.looseObject({
  referenceCode,
  status: unneeded(receivedInteger),
  transactionNumber: unneeded(receivedNumber),
});

/** The fields of a callback that are needed for a query. */
export type CallbackSubject = z.infer<typeof callbackSubject>;

/** The body of a callback. */
export type CallbackBody = z.infer<typeof callbackBody>;

/** A callback that the shop's server received. */
export interface ReceivedCallback {
  /**
   * The unchanged body, or the result of {@link parseCallback}. With the result, the body is parsed only
   * once.
   */
  readonly rawBody: Uint8Array | ParsedCallback;
  /** The value of the signature header; undefined or null when it is missing. */
  readonly signature: string | undefined | null;
}

/** The parsed body of a callback. Use it first to find the payment, and then to verify the signature. */
export interface ParsedCallback {
  /** The body as text, or undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
  /** The body as JSON, or undefined when the text is not JSON. */
  readonly json: unknown;
  /** The fields, or the validation errors. Do not trust the fields before the signature is verified. */
  readonly parsed: z.ZodSafeParseResult<CallbackBody>;
  /**
   * The reference, and the status and the number if they can be read. Undefined without a readable reference. Query the
   * gateway about a callback with a valid signature, also if `parsed` has errors.
   */
  readonly subject: CallbackSubject | undefined;
}

/**
 * Parses the body of a callback. It never throws. Pass the result to {@link verifyCallback} instead of the
 * bytes, so that the body is parsed only once.
 */
export function parseCallback(rawBody: Uint8Array): ParsedCallback {
  const text = decodeUtf8(rawBody);
  const json = text === undefined ? undefined : parseJson(text);
  const parsed = parseOften(callbackBody, json);
  return {
    text,
    json,
    parsed,
    subject: parsed.success ? parsed.data : parseInput(callbackSubject, json).data,
  };
}

/**
 * Returns true when the signature of a callback is valid for this callback URL and the secret. With several
 * secrets, one of them must match.
 *
 * Senders sign the raw body or its sorted form. They sign the unchanged URL, or the URL without query,
 * fragment and trailing slash (signing rule 3). This function accepts all four combinations and compares in
 * constant time. Pass the URL that was stored with the payment. Never build the URL from the Host header of
 * the request.
 *
 * @throws InvalidRequestError when the callback or the URL has another type. TypeError for a secret that {@link secretKey} refuses.
 */
export function verifyCallback(
  callback: ReceivedCallback,
  callbackUrl: string,
  secret: Secret | readonly Secret[],
): boolean {
  const secrets = typeof secret === 'string' || secret instanceof SecretKey ? [secret] : secret;
  return findSecretIndex(callback, callbackUrl, secrets) !== undefined;
}

const isBody = (body: unknown): boolean =>
  body instanceof Uint8Array || (typeof body === 'object' && body !== null && 'parsed' in body);
const verifiedInput = z.object({
  callback: z.object({
    rawBody: z.custom(isBody, 'must be the unchanged bytes of the body, or the result of parseCallback'),
    signature: z.string().nullish(),
  }),
  callbackUrl: z.string(),
});

/** While a merchant replaces a secret, the gateway may sign with the new secret or the old one. */
export function findSecretIndex(
  callback: ReceivedCallback,
  callbackUrl: string,
  secrets: readonly Secret[],
): number | undefined {
  requireArgument(verifiedInput, { callback, callbackUrl }, 'verifyCallback');
  const { rawBody, signature } = callback;
  const keys = secrets.map((secret) => (typeof secret === 'string' ? secretKey(secret) : secret));
  if (signature == null || !isHexSignature(signature)) return undefined;
  const text = rawBody instanceof Uint8Array ? decodeUtf8(rawBody) : rawBody.text;
  if (text === undefined) return undefined;
  const readJson = (): unknown => (rawBody instanceof Uint8Array ? parseJson(text) : rawBody.json);
  const index = keys.findIndex((secret) => isSignedWith({ text, readJson, callbackUrl, signature, secret }));
  return index === -1 ? undefined : index;
}

interface SignedCallback {
  readonly text: string;
  /** Returns the body as JSON. It is not called for the raw form. */
  readonly readJson: () => unknown;
  readonly callbackUrl: string;
  readonly signature: string;
  readonly secret: SecretKey;
}

function isSignedWith({ text, readJson, callbackUrl, signature, secret }: SignedCallback): boolean {
  // The search may end at a match, because the form is not secret. An invalid signature is compared with every
  // form, so the duration reveals nothing about the signature.
  for (const form of lastMatchingForm === 'raw' ? rawFirst : sortedFirst) {
    const body = form === 'raw' ? text : sortedForm(readJson(), text);
    if (body === undefined || !isBodySigned(body, callbackUrl, { signature, secret })) continue;
    lastMatchingForm = form;
    return true;
  }
  return false;
}

type BodyForm = 'raw' | 'sorted';
const rawFirst: readonly BodyForm[] = ['raw', 'sorted'];
const sortedFirst: readonly BodyForm[] = ['sorted', 'raw'];

/** The form that matched last is tried first, because a gateway signs all callbacks in one form. */
let lastMatchingForm: BodyForm = 'raw';

function isBodySigned(
  body: string,
  callbackUrl: string,
  { signature, secret }: { readonly signature: string; readonly secret: Secret },
): boolean {
  if (isSignatureOf(signatureMessageOfText(callbackUrl, body), signature, secret)) return true;
  const hasOneForm = signedUrl(callbackUrl) === callbackUrl;
  return !hasOneForm && isSignatureOf(simpleLowerCase(callbackUrl + body), signature, secret);
}

/** Returns the sorted form of a body. Returns undefined when the body is not JSON or is nested too deeply. */
function sortedForm(json: unknown, text: string): string | undefined {
  if (json === undefined) return undefined;
  try {
    // JSON.parse returns JSON values only.
    return canonicalJsonOfText(text, json as JsonValue);
  } catch {
    return undefined;
  }
}
