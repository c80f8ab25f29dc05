import type { BankCategory, BankList } from './state.ts';

/** The list with the banks that the shop wants to offer here; null for all. */
export function onlyBanks(list: BankList, wanted: BankCategory | null): BankList {
  if (list.status !== 'ready' || wanted === null) return list;
  return { ...list, banks: list.banks.filter(({ category }) => category === null || category === wanted) };
}
