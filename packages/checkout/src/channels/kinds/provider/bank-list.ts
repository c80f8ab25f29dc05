import type { StorefrontBank } from '@pgw/protocol';
import type { BankCategory, ReadyBankList } from '../../../state/checkout-state.ts';

/** If the list does not have both categories, all banks are shown. */
export function getBanksInCategory(
  { banks }: ReadyBankList,
  category: BankCategory,
): readonly StorefrontBank[] {
  return hasBothCategories(banks) ? filterByCategory(banks, category) : banks;
}

/** Banks without a category belong to each of them. */
export function filterByCategory(
  banks: readonly StorefrontBank[],
  category: BankCategory | null,
): readonly StorefrontBank[] {
  return category === null
    ? banks
    : banks.filter((bank) => bank.category === null || bank.category === category);
}

export function hasBothCategories(banks: readonly StorefrontBank[]): boolean {
  return ['personal', 'business'].every((category) => banks.some((bank) => bank.category === category));
}
