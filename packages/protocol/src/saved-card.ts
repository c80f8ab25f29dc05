import type { GatewayProfile } from './profile.ts';

/**
 * Returns the token of a saved card from a response of ProcessPayment or from a payment record, or undefined.
 * The token can charge the card, so treat it as a secret. Its field is not in the interface (observed A). See
 * `savedCards` of the profile.
 */
export function savedCardToken(
  response: Readonly<Record<string, unknown>>,
  { savedCards }: Pick<GatewayProfile, 'savedCards'>,
): string | undefined {
  const token = response[savedCards.responseToken];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Replaces the token of a saved card in JSON text by `[redacted]`, so that the text may be stored. */
export function withoutCardToken(json: string, { savedCards }: Pick<GatewayProfile, 'savedCards'>): string {
  return json.replaceAll(propertyPattern(savedCards.responseToken), '$1"[redacted]"');
}

/**
 * The pattern for the last field name. It is cached because creating it takes longer than using it, and a
 * process uses one name.
 */
let cachedPattern: { readonly name: string; readonly pattern: RegExp } | undefined;

function propertyPattern(name: string): RegExp {
  if (cachedPattern?.name === name) return cachedPattern.pattern;
  const escaped = name.replaceAll(/[^\w-]/g, '\\$&');
  const pattern = new RegExp(`("${escaped}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
  cachedPattern = { name, pattern };
  return pattern;
}
