import type { CardOptions } from '@pgw/express';
import { testCards } from '@pgw/sandbox/test-cards';
import { accountOf } from './account.ts';
import type { Settings } from './settings.ts';
import { visitorOf } from './visitor.ts';

/**
 * Creates the card options for `createCheckout`. With a sandbox, the card form offers test cards, and the
 * demo accounts can save cards. With a real gateway, no card is saved, because the demo accounts have no
 * password.
 */
export function shopCards({ cards, isSandbox }: Pick<Settings, 'cards' | 'isSandbox'>): {
  cards?: CardOptions;
} {
  if (cards === 'off') return {};
  // @pgw/express limits failed card payments by IP address, order, card and visitor.
  const options = {
    authType: cards,
    visitorOf: (request) => visitorOf(request) ?? null,
  } satisfies CardOptions;
  const sandboxOptions = {
    // The list of channels shows the marks of these brands.
    brands: [...new Set(testCards.map(({ brand }) => brand))],
    testCards,
    customerOf: (request) => accountOf(request)?.id ?? null,
  } satisfies CardOptions;
  return { cards: { ...options, ...(isSandbox && sandboxOptions) } };
}

/** True when visitors can sign in to the demo accounts. */
export function hasAccounts({ cards, isSandbox }: Pick<Settings, 'cards' | 'isSandbox'>): boolean {
  return isSandbox && cards !== 'off';
}
