import type { CardBrand } from '@pgw/protocol';

/** What is known of a card by its first digits. */
export interface CardRule {
  /** Null: one that is not in the table. */
  readonly brand: CardBrand | null;
  /** As its holder knows it; empty for an unknown one. */
  readonly name: string;
  readonly lengths: readonly number[];
  readonly codeLength: 3 | 4;
  /** Whether the last digit proves the others (Luhn). */
  readonly hasCheckDigit: boolean;
  /** Digits in each group but the last; it takes the rest. */
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

/** The first length is the usual one: fewer digits are too few. */
const unknown = rule(null, '', [12, 13, 14, 15, 16, 17, 18, 19]);

const diners = rule('diners', 'Diners Club', [14, 16, 19]);

/** What a number begins with, `from-to` or one beginning, and the rule for it. */
const table: readonly (readonly [beginnings: readonly string[], rule: CardRule])[] = [
  [['4'], rule('visa', 'Visa', [16, 18, 19])],
  [['51-55', '2221-2720'], rule('mastercard', 'Mastercard', [16])],
  [['34', '37'], rule('amex', 'American Express', [15], { codeLength: 4, groups: [4, 6] })],
  [['3528-3589'], rule('jcb', 'JCB', [16, 17, 18, 19])],
  [['300-305', '36', '38-39'], diners],
  [['62', '81'], rule('unionpay', 'UnionPay', [16, 17, 18, 19], { hasCheckDigit: false })],
];

/** The rule for a number of which at least the first digits are there. */
export function ruleOf(digits: string): CardRule {
  const found =
    table.find(([beginnings]) => beginnings.some((range) => isWithin(digits, range)))?.[1] ?? unknown;
  // Diners' own cards have 14 digits in three groups; its longer ones look like everybody's.
  return found === diners && digits.length <= 14 ? { ...diners, groups: [4, 6] } : found;
}

/** The rule of a brand, where there is no number; as for an unknown card without one. */
export function ruleOfBrand(brand: CardBrand | null): CardRule {
  return table.find(([, each]) => each.brand === brand)?.[1] ?? unknown;
}

function isWithin(digits: string, range: string): boolean {
  const [from = '', to = from] = range.split('-');
  const begins = digits.slice(0, from.length);
  return begins.length === from.length && begins >= from && begins <= to;
}
