import type { CardBrand } from '@pgw/protocol';
import type { CardSettings } from './card-settings.ts';

/** Ranges of card numbers, by what they begin with (ISO/IEC 7812; the networks' own tables). The first that fits. */
const ranges: readonly (readonly [begins: RegExp, brand: CardBrand])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^(62|81)/, 'unionpay'],
];

/** The brand of a card by its number; null for one that we don't know. */
export function cardBrandOf(number: string): CardBrand | null {
  return ranges.find(([begins]) => begins.test(number))?.[1] ?? null;
}

/** Whether the shop takes cards of a brand. One that we don't know is left to the gateway, as the card form leaves it. */
export function takesBrand({ brands }: Pick<CardSettings, 'brands'>, brand: CardBrand | null): boolean {
  return brand === null || brands.includes(brand);
}
