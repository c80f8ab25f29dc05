import { isBlankNumber } from './fields/fields.ts';
import type { GatewayProfile } from './profile.ts';

/** Returns the token of a saved card, which can charge the card, so treat it as a secret. A blank token is none. */
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

/** The pattern of the previous call. Its creation takes longer than its use. */
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
