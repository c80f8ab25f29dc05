import { timingSafeEqual } from 'node:crypto';
import { canonicalJsonOfText } from './canonical.ts';
import {
  digest,
  digestWithUncheckedSecret,
  isHexSignature,
  signatureMessageOfText,
  type Secret,
} from './signature.ts';
import { bodyForms, casingForms, urlForms, type Form } from './signature-forms.ts';

/** A signature, with the URL, the text and the secret that it should match. */
export interface SignedText {
  /** The URL of the request, or the unchanged callback URL. */
  readonly url: string;
  /** The JSON text that was sent. For a GET request, the JSON of its parameters. */
  readonly text: string;
  /** The signature in hex. A signature in base64 is reported as a deviation. */
  readonly signature: string;
  /** The secret key of the merchant. */
  readonly secret: Secret;
  /**
   * Whether the signed message is a callback or a request. Default `callback`. Receivers of callbacks also
   * accept the raw body and the unchanged URL. For a `request`, only the sorted JSON is valid (signing rule 11
   * in `docs/gateway-profile.md`).
   */
  readonly kind?: 'callback' | 'request' | undefined;
}

/** The result of {@link explainSignature}. */
export interface Explanation {
  /**
   * - `valid`: the receiver accepts the signature.
   * - `explained`: the receiver refuses the signature because of its `deviations`.
   * - `unexplained`: no known deviation gives this signature.
   */
  readonly verdict: 'valid' | 'explained' | 'unexplained';
  /** The message that follows the signing rules. It contains no secret. */
  readonly message: string;
  /**
   * The deviations from the signing rules. A `valid` signature has deviations when the raw body or the
   * unchanged URL was signed.
   */
  readonly deviations: readonly string[];
  /** The message that was signed. Undefined when the signature is unexplained. */
  readonly signedMessage: string | undefined;
}

/**
 * Finds the reason for an invalid signature. It tries the known forms of URL, body and letter case, and
 * returns the form with the fewest deviations from the signing rules. Use it to find a defect. To accept or
 * reject a callback, use {@link verifyCallback}.
 *
 * The verdict `unexplained` means that the secret, the URL or the data differs. A signature does not show
 * which of them differs. Unlike other functions, this function accepts a secret with white space at its ends,
 * and reports the white space.
 *
 * @throws TypeError when the secret is empty.
 */
export function explainSignature({
  url,
  text,
  signature,
  secret,
  kind = 'callback',
}: SignedText): Explanation {
  const message = signatureMessageOfText(url, canonicalOrUnchanged(text));
  const received = signatureBytes(signature.trim());
  if (received === undefined) {
    const deviations = ['the signature is neither 64 hex characters nor base64 of 32 bytes (rule 1)'];
    return { verdict: 'explained', message, deviations, signedMessage: undefined };
  }
  if (secret === '') throw new TypeError('The secret key must not be empty.');
  const match = createCandidates(url, text, secret)
    .sort((a, b) => a.deviations.length - b.deviations.length)
    .find((candidate) => timingSafeEqual(digestOf(candidate.text, candidate.secret), received.bytes));
  if (match === undefined)
    return { verdict: 'unexplained', message, deviations: [], signedMessage: undefined };
  const deviations = [...received.deviations, ...match.deviations];
  const isValid =
    kind === 'request' ? deviations.length === 0 : match.isAccepted && received.deviations.length === 0;
  return { verdict: isValid ? 'valid' : 'explained', message, deviations, signedMessage: match.text };
}

/** A message and a secret that may have produced the signature. */
interface Candidate extends Form {
  readonly secret: Secret;
}

function createCandidates(url: string, text: string, secret: Secret): Candidate[] {
  const candidates: Candidate[] = [];
  for (const urlForm of urlForms(url)) {
    for (const bodyForm of bodyForms(text)) {
      for (const casingForm of casingForms(urlForm.text, bodyForm.text)) {
        for (const secretForm of secretForms(secret)) {
          const forms = [urlForm, bodyForm, casingForm, secretForm];
          candidates.push({
            text: casingForm.text,
            secret: secretForm.secret,
            deviations: forms.flatMap(({ deviations }) => deviations),
            isAccepted: forms.every(({ isAccepted }) => isAccepted),
          });
        }
      }
    }
  }
  return candidates;
}

/** Only the configured secret is accepted. */
function secretForms(secret: Secret): (Omit<Form, 'text'> & { readonly secret: Secret })[] {
  const configured = { secret, deviations: [], isAccepted: true };
  if (typeof secret !== 'string') return [configured];
  const wrongForm = (text: string, deviation: string) => ({
    secret: text,
    deviations: [deviation],
    isAccepted: false,
  });
  const trimmed = secret.trim();
  return [
    configured,
    ...(trimmed === secret || trimmed === ''
      ? []
      : [wrongForm(trimmed, 'the configured secret key starts or ends with white space')]),
    wrongForm(`${secret}\n`, 'the secret key was used with a newline at its end'),
  ];
}

/** Returns the digest. It also accepts an invalid secret, so that the result can explain it. */
function digestOf(text: string, secret: Secret): Buffer {
  return Buffer.from(
    typeof secret === 'string' ? digestWithUncheckedSecret(text, secret) : digest(text, secret),
  );
}

function signatureBytes(
  signature: string,
): { readonly bytes: Buffer; readonly deviations: string[] } | undefined {
  if (isHexSignature(signature)) return { bytes: Buffer.from(signature, 'hex'), deviations: [] };
  const bytes = Buffer.from(signature, 'base64');
  return bytes.length === 32
    ? { bytes, deviations: ['the signature was written in base64, not in hex (rule 1)'] }
    : undefined;
}

/** Returns the canonical form of a JSON text. Returns any other text unchanged. */
function canonicalOrUnchanged(text: string): string {
  try {
    return canonicalJsonOfText(text);
  } catch {
    return text;
  }
}
