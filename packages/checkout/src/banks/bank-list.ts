import type { StorefrontBank } from '@pgw/protocol';
import type { BankCategory, BankList } from '../state/checkout-state.ts';

export type ReadyBankList = Extract<BankList, { status: 'ready' }>;

/** The banks of a category; all banks if the channel has one category only, or no categories. */
export function banksInCategory({ banks }: ReadyBankList, category: BankCategory): readonly StorefrontBank[] {
  return hasBothCategories(banks) ? ofCategory(banks, category) : banks;
}

/** The banks that the shop offers: those of one category, or all. */
export function ofCategory(
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
