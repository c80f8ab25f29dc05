import { isBlankNumber } from './fields/fields.ts';
import type { GatewayProfile } from './profile.ts';

/**
 * Returns the token of a saved card from a response of ProcessPayment or from a payment record. Returns
 * undefined without a token, and for a blank token or one with only zeros. The token can charge the card, so treat it as a secret. The interface does not
 * name the property of the token. Its name in `savedCards` of the profile is our assumption.
 */
export function savedCardToken(
  response: Readonly<Record<string, unknown>>,
  { savedCards }: Pick<GatewayProfile, 'savedCards'>,
): string | undefined {
  const token = response[savedCards.responseToken];
  return typeof token === 'string' && !isBlankNumber(token) ? token : undefined;
}

/** Replaces the token of a saved card in JSON text by `[redacted]`. The result may be stored. */
export function withoutCardToken(json: string, { savedCards }: Pick<GatewayProfile, 'savedCards'>): string {
  return json.replaceAll(propertyPattern(savedCards.responseToken), '$1"[redacted]"');
}

/**
 * The pattern of the previous call. It is cached because its creation takes longer than its use. A process
 * usually has one property name.
 */
let cachedPattern: { readonly name: string; readonly pattern: RegExp } | undefined;

function propertyPattern(name: string): RegExp {
  if (cachedPattern?.name === name) return cachedPattern.pattern;
  // A backslash before each character that can have a meaning in a regular expression.
  const escaped = name.replaceAll(/[^\w-]/g, '\\$&');
  // The property name and the colon, then a JSON string with its escape sequences.
  const pattern = new RegExp(`("${escaped}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
  cachedPattern = { name, pattern };
  return pattern;
}
