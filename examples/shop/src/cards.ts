import type { CardOptions } from '@pgw/express';
import { testCards } from '@pgw/sandbox/test-cards';
import { accountOf } from './account.ts';
import type { Settings } from './settings.ts';
import { visitorOf } from './visitor.ts';

/**
 * The card options for `createCheckout`. With a sandbox there are test cards, and demo accounts whose cards can be saved. With a real gateway no
 * visitor is signed in and no card is saved, because this shop has no accounts with passwords.
 */
export function shopCards({ cards, isSandbox }: Pick<Settings, 'cards' | 'isSandbox'>): {
  cards?: CardOptions;
} {
  if (cards === 'off') return {};
  // Failing cards are counted for each visitor, besides address, order and card.
  const own = { authType: cards, visitorOf: (request) => visitorOf(request) ?? null } satisfies CardOptions;
  const demo = { testCards, customerOf: (request) => accountOf(request)?.id ?? null } satisfies CardOptions;
  return { cards: { ...own, ...(isSandbox && demo) } };
}

/** Whether there are demo accounts to sign in to. */
export function hasAccounts({ cards, isSandbox }: Pick<Settings, 'cards' | 'isSandbox'>): boolean {
  return isSandbox && cards !== 'off';
}
