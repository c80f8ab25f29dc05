import type { CheckoutState } from '../../../../state/checkout-state.ts';
import type { CheckoutActions } from '../../../../state/view.ts';
import { getBanksInCategory } from '../bank-list.ts';
import { searchBanks } from './search.ts';

/**
 * Handles the keys of the bank search:
 *
 * - Down focuses the first available bank without choosing it.
 * - Enter chooses the bank if exactly one available bank matches. Enter never submits the form.
 * - Escape clears the search. If the field is empty, the page handles Escape.
 */
export function onSearchKey(
  event: KeyboardEvent & { readonly currentTarget: Element },
  state: CheckoutState,
  actions: CheckoutActions,
): void {
  const root = event.currentTarget.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    root.querySelector<HTMLElement>('input[name="bank"]:enabled')?.focus();
  } else if (event.key === 'Escape' && state.query !== '') {
    event.preventDefault();
    event.stopPropagation();
    actions.changeInput({ type: 'search', query: '' });
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const bankId = findOnlyMatch(state);
    if (bankId === null) return;
    actions.changeInput({ type: 'choose-bank', bankId });
    root.querySelector<HTMLElement>('input[name="bank"]:enabled')?.focus();
  }
}

/** Returns the id of the available bank that matches the search; null if there is none or more than one. */
function findOnlyMatch({ banks, channelId, query, category }: CheckoutState): string | null {
  const list = channelId === null ? undefined : banks[channelId];
  if (list?.status !== 'ready' || query.trim() === '') return null;
  const matches = searchBanks(getBanksInCategory(list, category), query).filter(
    (bank) => bank.status === 'available',
  );
  return matches.length === 1 ? (matches[0]?.id ?? null) : null;
}
