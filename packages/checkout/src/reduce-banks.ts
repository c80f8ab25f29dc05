import { hasBothCategories } from './bank-list.ts';
import {
  chosenBank,
  lasting,
  type BankCategory,
  type BankEvent,
  type BankList,
  type CheckoutState,
} from './state.ts';

/** The state after an event of the banks. One that does not belong to the phase changes nothing. */
export function reduceBanks(state: CheckoutState, event: BankEvent): CheckoutState {
  if (event.type === 'banks') return withBanks(state, event.channelId, event.list);
  if (state.phase.name !== 'choosing') return state;
  const clear = { invalid: null, notice: lasting(state) };
  switch (event.type) {
    case 'search':
      return { ...state, query: event.query };
    case 'choose-bank':
      return { ...state, ...clear, bankId: event.bankId };
    case 'choose-category':
      return withCategory({ ...state, ...clear }, event.category);
  }
}

/** The other kind of banks; a bank that is no longer shown is no longer chosen. */
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
  if (before === null) return state.bankId === null ? { ...next, ...recentBank(state, list) } : next;
  const now = list.banks.find((bank) => bank.id === before.id);
  if (now?.status === 'available') return next;
  return { ...next, bankId: null, notice: { kind: 'bank-gone', bank: before.displayName } };
}

/** The shopper's own last bank, and the category in which it is found. */
function recentBank(
  { category }: CheckoutState,
  list: Extract<BankList, { status: 'ready' }>,
): Partial<CheckoutState> {
  const recent = list.banks.find((bank) => bank.id === list.recentId && bank.status === 'available');
  if (recent === undefined) return {};
  const isSplit = hasBothCategories(list.banks) && recent.category !== null;
  return {
    bankId: recent.id,
    category: isSplit ? (recent.category ?? category) : category,
    invalid: null,
  };
}
