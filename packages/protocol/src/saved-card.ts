import type { GatewayProfile } from './profile.ts';

/**
 * The token of the card that was saved, from an answer of ProcessPayment or a payment record; undefined when none
 * was. A secret: it charges the card. Not part of the interface (observed A); see `savedCards` of the profile.
 */
export function savedCardToken(
  answer: Readonly<Record<string, unknown>>,
  { savedCards }: Pick<GatewayProfile, 'savedCards'>,
): string | undefined {
  const token = answer[savedCards.answerToken];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** A JSON text with the token of a saved card masked: what may be kept of an answer. */
export function withoutCardToken(json: string, { savedCards }: Pick<GatewayProfile, 'savedCards'>): string {
  const name = savedCards.answerToken.replaceAll(/[^\w-]/g, '\\$&');
  return json.replaceAll(new RegExp(`("${name}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), '$1"[redacted]"');
}
