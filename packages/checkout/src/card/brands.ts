import type { CardBrand } from '@pgw/protocol';

/** The properties of a card that the first digits of its number determine. */
export interface CardRule {
  /** Null for an unknown brand. */
  readonly brand: CardBrand | null;
  /** Empty for an unknown brand. */
  readonly name: string;
  readonly lengths: readonly number[];
  readonly codeLength: 3 | 4;
  /** Whether the last digit is a check digit (Luhn). */
  readonly hasCheckDigit: boolean;
  /** The number of digits in each group. The last group takes the rest. */
  readonly groups: readonly number[];
}

const fours = [4, 4, 4, 4];

function rule(
  brand: CardBrand | null,
  name: string,
  lengths: readonly number[],
  rest: Partial<CardRule> = {},
): CardRule {
  return { brand, name, lengths, codeLength: 3, hasCheckDigit: true, groups: fours, ...rest };
}

/** The lengths are sorted, because the first one is the minimum. */
const unknown = rule(null, '', [12, 13, 14, 15, 16, 17, 18, 19]);

const diners = rule('diners', 'Diners Club', [14, 16, 19]);

/** The rules with their prefixes. A prefix is a number or a range of numbers. */
const table: readonly (readonly [prefixes: readonly string[], rule: CardRule])[] = [
  [['4'], rule('visa', 'Visa', [16, 18, 19])],
  [['51-55', '2221-2720'], rule('mastercard', 'Mastercard', [16])],
  [['34', '37'], rule('amex', 'American Express', [15], { codeLength: 4, groups: [4, 6] })],
  [['3528-3589'], rule('jcb', 'JCB', [16, 17, 18, 19])],
  [['300-305', '36', '38-39'], diners],
  [['62', '81'], rule('unionpay', 'UnionPay', [16, 17, 18, 19], { hasCheckDigit: false })],
];

/** The rule for a card number, or for its first digits. */
export function ruleOf(digits: string): CardRule {
  const found = table.find(([prefixes]) => prefixes.some((range) => isWithin(digits, range)))?.[1] ?? unknown;
  // Diners cards with 14 digits have three groups; longer ones have groups of four.
  return found === diners && digits.length <= 14 ? { ...diners, groups: [4, 6] } : found;
}

/** The rule of a saved card. Its brand is known, but not its number. */
export function ruleOfBrand(brand: CardBrand | null): CardRule {
  return table.find(([, each]) => each.brand === brand)?.[1] ?? unknown;
}

function isWithin(digits: string, range: string): boolean {
  const [from = '', to = from] = range.split('-');
  const begins = digits.slice(0, from.length);
  return begins.length === from.length && begins >= from && begins <= to;
}
