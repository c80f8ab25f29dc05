/** The names of properties with a secret, in lower case. */
const secretNames = /^(cardnumber|holdername|securitycode|cvv|cvc|password|.*token)$/;
/** A card number: 13 to 19 digits, possibly with spaces or hyphens between them. */
const cardNumber = /\b\d(?:[ -]?\d){12,18}\b/g;

export const maskedText = '(masked)';

/** Returns a JSON value with all secrets masked: tokens, passwords, and the number, code and holder of a card. */
export function maskJson(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(cardNumber, (text) => (isCardNumber(text) ? maskedText : text));
  if (Array.isArray(value)) return value.map(maskJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretNames.test(name.toLowerCase()) && member !== null ? maskedText : maskJson(member),
    ]),
  );
}

/** Masks all secrets. Undefined for a text that is not JSON, because its secrets cannot be found. */
export function maskJsonText(text: string): string | undefined {
  try {
    const masked = JSON.stringify(maskJson(JSON.parse(text)));
    return masked === JSON.stringify(JSON.parse(text)) ? text : masked;
  } catch {
    return undefined;
  }
}

/** Returns the headers with the bearer token and cookies masked. */
export function maskHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  authorizationHeader: string,
): Record<string, string> {
  const secretHeaders = new Set([
    authorizationHeader.toLowerCase(),
    'cookie',
    'authorization',
    'proxy-authorization',
  ]);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = typeof value === 'string' ? value : value.join(', ');
      return [[name, secretHeaders.has(name) ? maskHeaderValue(text) : text]];
    }),
  );
}

/** Keeps the scheme of a header such as `Bearer …`. */
function maskHeaderValue(value: string): string {
  const scheme = /^(Bearer|Basic)\s/i.exec(value)?.[1];
  return scheme === undefined ? maskedText : `${scheme} ${maskedText}`;
}

/** Returns true when the digits of a text pass the check of card numbers (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/[ -]/g, '')].toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit : digit * 2;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}
