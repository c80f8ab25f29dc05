import { timingSafeEqual } from 'node:crypto';
import { canonicalJson, type JsonValue } from './canonical.ts';
import { digest, digestWithAnyText, signatureMessageOfText, type Secret } from './signature.ts';
import { bodyForms, casings, urlForms } from './signature-forms.ts';

/** A signature with the URL and text that it is for. */
export interface SignedText {
  /** The URL that was called, or the callback URL as the merchant sent it. */
  readonly url: string;
  /** The JSON that was sent, as text; for a GET the JSON of its parameters. */
  readonly text: string;
  readonly signature: string;
  readonly secret: Secret;
  /**
   * What the signature is of. Default `callback`, of which receivers take the raw body and the URL as given as well. Of a
   * `request` only the sorted form is valid (rule 11).
   */
  readonly of?: 'callback' | 'request';
}

/** What a signature was made of. */
export interface Explanation {
  /**
   * `valid`: receivers take it, as {@link verifyCallback} does for a callback and the gateway for a request; `explained` by the deviations below; `unexplained` by
   * anything that senders are known to do.
   */
  readonly verdict: 'valid' | 'explained' | 'unexplained';
  /** The message that the rules ask for. It holds no secret. */
  readonly message: string;
  /** What the signer did otherwise, with the rule; with `valid`, that the raw body or the URL as given was signed. */
  readonly deviations: readonly string[];
  /** The message that was signed; undefined when nothing explains the signature. */
  readonly signedMessage: string | undefined;
}

/**
 * Finds out what a signature was made of: tries the forms in which senders are known to write URL, body and letter
 * case, and answers the one that deviates least from the rules. For people who look for a defect; to admit a callback
 * use {@link verifyCallback}.
 *
 * `unexplained` means another secret, another URL or other data: which, a signature cannot tell. A secret with white space at its
 * ends, which nothing else takes, is taken here and named.
 *
 * @throws TypeError when the secret is empty.
 */
export function explainSignature({ url, text, signature, secret, of = 'callback' }: SignedText): Explanation {
  const message = signatureMessageOfText(url, sortedOr(text));
  const given = bytesOf(signature.trim());
  if (given === undefined) {
    const deviations = ['the signature is neither 64 hex characters nor base64 of 32 bytes (rule 1)'];
    return { verdict: 'explained', message, deviations, signedMessage: undefined };
  }
  if (secret === '') throw new TypeError('The secret key must not be empty.');
  const found = candidates(url, text, secret)
    .sort((a, b) => a.deviations.length - b.deviations.length)
    .find((candidate) => timingSafeEqual(hash(candidate.text, candidate.secret), given.bytes));
  if (found === undefined)
    return { verdict: 'unexplained', message, deviations: [], signedMessage: undefined };
  const deviations = [...given.deviations, ...found.deviations];
  const isValid = of === 'request' ? deviations.length === 0 : found.isTaken && given.deviations.length === 0;
  return { verdict: isValid ? 'valid' : 'explained', message, deviations, signedMessage: found.text };
}

interface Candidate {
  readonly text: string;
  readonly secret: Secret;
  readonly deviations: readonly string[];
  readonly isTaken: boolean;
}

function candidates(url: string, text: string, secret: Secret): Candidate[] {
  const secrets = secretForms(secret);
  return urlForms(url).flatMap((urlForm) =>
    bodyForms(text).flatMap((bodyForm) =>
      casings(urlForm.text, bodyForm.text).flatMap((casing) =>
        secrets.map((key) => ({
          text: casing.text,
          secret: key.secret,
          isTaken: [urlForm, bodyForm, casing].every(({ isTaken }) => isTaken) && key.deviations.length === 0,
          deviations: [
            ...urlForm.deviations,
            ...bodyForm.deviations,
            ...casing.deviations,
            ...key.deviations,
          ],
        })),
      ),
    ),
  );
}

function secretForms(secret: Secret): { readonly secret: Secret; readonly deviations: readonly string[] }[] {
  const given = { secret, deviations: [] };
  if (typeof secret !== 'string') return [given];
  const trimmed = secret.trim();
  return [
    given,
    ...(trimmed === secret || trimmed === ''
      ? []
      : [{ secret: trimmed, deviations: ['the secret key here has white space around it'] }]),
    { secret: `${secret}\n`, deviations: ['the secret key was used with a line end after it'] },
  ];
}

function hash(text: string, secret: Secret): Buffer {
  return Buffer.from(typeof secret === 'string' ? digestWithAnyText(text, secret) : digest(text, secret));
}

function bytesOf(signature: string): { readonly bytes: Buffer; readonly deviations: string[] } | undefined {
  if (/^[0-9a-f]{64}$/i.test(signature)) return { bytes: Buffer.from(signature, 'hex'), deviations: [] };
  const bytes = Buffer.from(signature, 'base64');
  return bytes.length === 32
    ? { bytes, deviations: ['the signature was written in base64, not in hex (rule 1)'] }
    : undefined;
}

function sortedOr(text: string): string {
  try {
    // JSON.parse returns JSON values only.
    return canonicalJson(JSON.parse(text) as JsonValue);
  } catch {
    return text;
  }
}
