import {
  chosenBank,
  lastingNotice,
  type BankCategory,
  type BankList,
  type CheckoutState,
} from '../state/checkout-state.ts';
import { hasBothCategories, type ReadyBankList } from './bank-list.ts';

export type BankEvent =
  | { readonly type: 'banks'; readonly channelId: number; readonly list: BankList }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'choose-category'; readonly category: BankCategory }
  | { readonly type: 'choose-bank'; readonly bankId: string };

/** An event that does not fit the phase changes nothing. */
export function reduceBanks(state: CheckoutState, event: BankEvent): CheckoutState {
  if (event.type === 'banks') return withBanks(state, event.channelId, event.list);
  if (state.phase.name !== 'choosing') return state;
  const clear = { invalid: null, notice: lastingNotice(state) };
  switch (event.type) {
    case 'search':
      return { ...state, query: event.query };
    case 'choose-bank':
      return { ...state, ...clear, bankId: event.bankId };
    case 'choose-category':
      return withCategory({ ...state, ...clear }, event.category);
  }
}

/** The banks of another category. A bank that is no longer shown is no longer chosen. */
function withCategory(state: CheckoutState, category: BankCategory): CheckoutState {
  const bank = chosenBank(state);
  const isShown = bank === null || bank.category === null || bank.category === category;
  return { ...state, category, query: '', bankId: isShown ? state.bankId : null };
}

function withBanks(state: CheckoutState, channelId: number, list: BankList): CheckoutState {
  if (list.status === 'loading' && state.banks[channelId]?.status === 'loading') return state;
  const next = { ...state, banks: { ...state.banks, [channelId]: list } };
  if (channelId !== state.channelId || list.status !== 'ready' || state.phase.name !== 'choosing')
    return next;
  const before = chosenBank(state);
  if (before === null) return state.bankId === null ? { ...next, ...preselectedBank(state, list) } : next;
  const now = list.banks.find((bank) => bank.id === before.id);
  if (now?.status === 'available') return next;
  return { ...next, bankId: null, notice: { kind: 'bank-unavailable', bank: before.displayName } };
}

/** Chooses the bank of the payment that the shopper tries again, else the bank of the last payment. Also chooses its category. */
function preselectedBank(
  { category, previousBank }: CheckoutState,
  { banks, recentId }: ReadyBankList,
): Partial<CheckoutState> {
  const available = banks.filter(({ status }) => status === 'available');
  const bank =
    available.find(({ displayName }) => displayName === previousBank) ??
    available.find(({ id }) => id === recentId);
  if (bank === undefined) return {};
  const isSplit = hasBothCategories(banks) && bank.category !== null;
  return { bankId: bank.id, category: isSplit ? (bank.category ?? category) : category, invalid: null };
}
