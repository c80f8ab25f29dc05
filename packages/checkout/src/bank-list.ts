import type { StorefrontBank } from '@pgw/protocol';
import type { BankCategory, BankList } from './state.ts';

/** Banks of the category in force. Where a channel has only one kind, or doesn't tell them apart: all of them. */
export function banksShown(
  list: Extract<BankList, { status: 'ready' }>,
  category: BankCategory,
): readonly StorefrontBank[] {
  if (!hasBothCategories(list.banks)) return list.banks;
  return list.banks.filter((bank) => bank.category === null || bank.category === category);
}

export function hasBothCategories(banks: readonly StorefrontBank[]): boolean {
  return ['personal', 'business'].every((category) => banks.some((bank) => bank.category === category));
}
