import type { GatewayProfile } from './profile.ts';

/**
 * The token of the card that was saved, from an answer of ProcessPayment or a payment record; undefined when none
 * was. A secret: it charges the card. Not part of the interface (observed A); see `savedCards` of the profile.
 */
export function savedCardToken(
  response: Readonly<Record<string, unknown>>,
  { savedCards }: Pick<GatewayProfile, 'savedCards'>,
): string | undefined {
  const token = response[savedCards.responseToken];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** A JSON text with the token of a saved card masked: what may be kept of an answer. */
export function withoutCardToken(json: string, { savedCards }: Pick<GatewayProfile, 'savedCards'>): string {
  return json.replaceAll(memberNamed(savedCards.responseToken), '$1"[redacted]"');
}

/** Of the last name that was asked for, made once: there is one in a process, and making it takes longer than to use it. */
let known: { readonly name: string; readonly pattern: RegExp } | undefined;

function memberNamed(name: string): RegExp {
  if (known?.name === name) return known.pattern;
  const escaped = name.replaceAll(/[^\w-]/g, '\\$&');
  const pattern = new RegExp(`("${escaped}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
  known = { name, pattern };
  return pattern;
}
