import { searchBanks } from './bank-search.ts';
import { banksShown } from './bank-list.ts';
import type { CheckoutState } from './state.ts';
import type { CheckoutActions } from './views/view.ts';

/**
 * The keys of the bank search: down goes to the first enabled bank without choosing it, Enter takes the only match and
 * never submits, Escape clears. Escape on an empty field is left to the page.
 */
export function searchKey(
  event: KeyboardEvent & { readonly currentTarget: Element },
  state: CheckoutState,
  act: CheckoutActions,
): void {
  // The field stands in the element's own root.
  const root = event.currentTarget.getRootNode() as ShadowRoot;
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    root.querySelector<HTMLElement>('input[name="bank"]:enabled')?.focus();
  } else if (event.key === 'Escape' && state.query !== '') {
    event.preventDefault();
    event.stopPropagation();
    act.search('');
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const only = onlyMatch(state);
    if (only === null) return;
    act.chooseBank(only);
    root.querySelector<HTMLElement>('input[name="bank"]:enabled')?.focus();
  }
}

function onlyMatch({ banks, channelId, query, category }: CheckoutState): string | null {
  const list = channelId === null ? undefined : banks[channelId];
  if (list?.status !== 'ready' || query.trim() === '') return null;
  const enabled = searchBanks(banksShown(list, category), query).filter(
    (bank) => bank.status === 'available',
  );
  return enabled.length === 1 ? (enabled[0]?.id ?? null) : null;
}
