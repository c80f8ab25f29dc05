import type { CardOptions } from '@pgw/express';
import { testCards } from '@pgw/sandbox/test-cards';
import { readAccount } from './visitors/account.ts';
import type { Settings } from './settings.ts';
import { readVisitor } from './visitors/visitor.ts';

/**
 * Creates the card options for `createCheckout`. With a sandbox, the card form offers test cards, and the
 * demo accounts can save cards. With a real gateway, no card is saved, because the demo accounts have no
 * password.
 */
export function createCardOptions({ cardMode, isSandbox }: Pick<Settings, 'cardMode' | 'isSandbox'>): {
  cards?: CardOptions;
} {
  if (cardMode === 'off') return {};
  // @pgw/express limits failed card payments by IP address, order, card and visitor.
  const options = {
    authType: cardMode,
    resolveVisitor: (request) => readVisitor(request) ?? null,
  } satisfies CardOptions;
  const sandboxOptions = {
    // The list of channels shows the logos of these brands.
    brands: [...new Set(testCards.map(({ brand }) => brand))],
    testCards,
    resolveCustomer: (request) => readAccount(request)?.id ?? null,
  } satisfies CardOptions;
  return { cards: { ...options, ...(isSandbox && sandboxOptions) } };
}

/** True when visitors can sign in to the demo accounts. */
export function hasAccounts({ cardMode, isSandbox }: Pick<Settings, 'cardMode' | 'isSandbox'>): boolean {
  return isSandbox && cardMode !== 'off';
}
