import type { StorefrontBank } from '@pgw/protocol';
import type { BankCategory, BankList } from './state.ts';

export type ReadyBankList = Extract<BankList, { status: 'ready' }>;

/**
 * Returns the banks to show for the chosen category. If the list does not have both categories, returns all
 * banks.
 */
export function getBanksInCategory(
  { banks }: ReadyBankList,
  category: BankCategory,
): readonly StorefrontBank[] {
  return hasBothCategories(banks) ? filterByCategory(banks, category) : banks;
}

/**
 * Returns the banks of a category and the banks without a category. If `category` is null, returns all banks.
 */
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
