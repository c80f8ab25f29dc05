import {
  getChosenBank,
  getRateLimitNotice,
  type BankCategory,
  type BankEvent,
  type BankList,
  type CheckoutState,
  type ReadyBankList,
} from '../../../state/checkout-state.ts';
import { hasBothCategories } from './bank-list.ts';

/** All events except `banks` change the state only while the list is shown. */
export function reduceBanks(state: CheckoutState, event: BankEvent): CheckoutState {
  if (event.type === 'banks') return withBanks(state, event.channelId, event.list);
  if (state.phase.name !== 'choosing') return state;
  const cleared = { invalid: null, notice: getRateLimitNotice(state) };
  switch (event.type) {
    case 'search':
      return { ...state, query: event.query };
    case 'choose-bank':
      return { ...state, ...cleared, bankId: event.bankId };
    case 'choose-category':
      return withCategory({ ...state, ...cleared }, event.category);
  }
}

/** Shows the banks of another category, and deselects the chosen bank if it is not among them. */
function withCategory(state: CheckoutState, category: BankCategory): CheckoutState {
  const bank = getChosenBank(state);
  const isShown = bank === null || bank.category === null || bank.category === category;
  return { ...state, category, query: '', bankId: isShown ? state.bankId : null };
}

/** Stores a list of banks. Deselects the chosen bank with a notice if it is no longer available. */
function withBanks(state: CheckoutState, channelId: number, list: BankList): CheckoutState {
  if (list.status === 'loading' && state.banks[channelId]?.status === 'loading') return state;
  const next = { ...state, banks: { ...state.banks, [channelId]: list } };
  if (channelId !== state.channelId || list.status !== 'ready' || state.phase.name !== 'choosing')
    return next;
  const chosen = getChosenBank(state);
  if (chosen === null) return state.bankId === null ? { ...next, ...preselectBank(state, list) } : next;
  const updated = list.banks.find((bank) => bank.id === chosen.id);
  if (updated?.status === 'available') return next;
  return { ...next, bankId: null, notice: { kind: 'bank-unavailable', bank: chosen.displayName } };
}

/** Chooses the bank of the payment that is tried again, or of the last payment on this device, and its category. */
function preselectBank(
  { category, previousBank }: CheckoutState,
  { banks, recentId }: ReadyBankList,
): Partial<CheckoutState> {
  const available = banks.filter(({ status }) => status === 'available');
  const bank =
    available.find(({ displayName }) => displayName === previousBank) ??
    available.find(({ id }) => id === recentId);
  if (bank === undefined) return {};
  const nextCategory = hasBothCategories(banks) ? (bank.category ?? category) : category;
  return { bankId: bank.id, category: nextCategory, invalid: null };
}
