import type { CardBrand } from '@pgw/protocol';
import type { CardSettings } from './card-options.ts';

/** The first digits of the numbers of each brand (ISO/IEC 7812 and the tables of the card networks). */
const brandPatterns: readonly (readonly [pattern: RegExp, brand: CardBrand])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^(62|81)/, 'unionpay'],
];

export function findCardBrand(number: string): CardBrand | null {
  return brandPatterns.find(([pattern]) => pattern.test(number))?.[1] ?? null;
}

/** An unknown brand is accepted here and in the card form, and the gateway decides. */
export function acceptsBrand({ brands }: Pick<CardSettings, 'brands'>, brand: CardBrand | null): boolean {
  return brand === null || brands.includes(brand);
}
