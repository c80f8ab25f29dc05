import type { CheckoutState } from '../state/checkout-state.ts';
import type { CheckoutActions } from '../state/view.ts';
import { banksInCategory } from './bank-list.ts';
import { searchBanks } from './search.ts';

/**
 * The keys of the bank search: Down moves to the first available bank without choosing it, Enter chooses the only match and never
 * submits the form, Escape clears the search. Escape in an empty field is left to the page.
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
    actions.search('');
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const only = onlyMatch(state);
    if (only === null) return;
    actions.chooseBank(only);
    root.querySelector<HTMLElement>('input[name="bank"]:enabled')?.focus();
  }
}

function onlyMatch({ banks, channelId, query, category }: CheckoutState): string | null {
  const list = channelId === null ? undefined : banks[channelId];
  if (list?.status !== 'ready' || query.trim() === '') return null;
  const enabled = searchBanks(banksInCategory(list, category), query).filter(
    (bank) => bank.status === 'available',
  );
  return enabled.length === 1 ? (enabled[0]?.id ?? null) : null;
}
