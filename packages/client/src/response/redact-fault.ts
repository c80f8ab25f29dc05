import { Redacted, type FaultContent } from '@pgw/protocol';

interface RequestSecrets {
  /** The secret keys, card fields and passwords. */
  readonly sensitiveValues: readonly Redacted[];
  readonly token: Redacted | undefined;
}

/** The maximum lengths of quoted texts, in characters. */
const maxLengths = { message: 1000, details: 1000, member: 100 } as const;
const maxValidationErrors = 20;
/** The maximum number of field names of one validation error. */
const maxMembers = 5;

/**
 * Shortens the texts of a fault and removes secrets of the request. Digits that look like a card number are
 * always masked, because a gateway may quote the card of another request.
 */
export function redactFault(
  faultContent: FaultContent,
  { sensitiveValues, token }: RequestSecrets,
): FaultContent {
  const secrets = [...sensitiveValues, ...listTokenForms(token)].flatMap((value) =>
    listForms(value.reveal()),
  );
  const redact = (text: string): string =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
      .replaceAll(cardNumberPattern, '[number]');
  const quote = (text: string, length: number): string => {
    const redacted = redact(text);
    return redacted.length <= length ? redacted : `${redacted.slice(0, length - 1)}…`;
  };
  return {
    ...faultContent,
    message: quote(faultContent.message, maxLengths.message),
    details: faultContent.details === undefined ? undefined : quote(faultContent.details, maxLengths.details),
    validationErrors: faultContent.validationErrors
      .slice(0, maxValidationErrors)
      .map(({ message, members }) => ({
        message: quote(message, maxLengths.message),
        members: members.slice(0, maxMembers).map((member) => quote(member, maxLengths.member)),
      })),
  };
}

function listTokenForms(token: Redacted | undefined): Redacted[] {
  if (token === undefined) return [];
  const bare = token.reveal().split(' ').at(-1) ?? '';
  return [token, new Redacted(bare)];
}

/**
 * Returns patterns of the forms in which a gateway may quote a secret: as it is, in any letter case because it signs in
 * lower case, in a URL, in JSON, and in Base64.
 */
function listForms(secret: string): RegExp[] {
  const forms = [
    secret,
    encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\uFFFD')),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replaceAll('=', ''),
  ];
  // A short name may also be a part of a word.
  const [before, after] = /^\p{L}{1,5}$/u.test(secret)
    ? ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
    : ['', ''];
  return [...new Set(forms)].map((form) => {
    const pattern = form.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    return new RegExp(`${before}${pattern}${after}`, 'giu');
  });
}

/** Matches 12 to 19 digits, with optional spaces or hyphens between them. */
const cardNumberPattern = /\d(?:[ -]?\d){11,18}/g;
