import type { CardBrand } from '@pgw/protocol';

/** The properties of a card that depend on the first digits of its number. */
export interface CardRule {
  /** Null for an unknown brand. */
  readonly brand: CardBrand | null;
  /** Empty for an unknown brand. */
  readonly name: string;
  /** The possible numbers of digits, in ascending order. */
  readonly lengths: readonly number[];
  /** The number of digits of the security code. */
  readonly codeLength: 3 | 4;
  /** Whether the last digit is a check digit (Luhn). */
  readonly hasCheckDigit: boolean;
  /** The number of digits in each group. The last group takes the rest. */
  readonly groups: readonly number[];
}

const groupsOfFour = [4, 4, 4, 4];

function createRule(
  brand: CardBrand | null,
  name: string,
  lengths: readonly number[],
  rest: Partial<CardRule> = {},
): CardRule {
  return { brand, name, lengths, codeLength: 3, hasCheckDigit: true, groups: groupsOfFour, ...rest };
}

const unknownBrand = createRule(null, '', [12, 13, 14, 15, 16, 17, 18, 19]);

const diners = createRule('diners', 'Diners Club', [14, 16, 19]);

/** The rules with the prefixes of their numbers. A prefix is a number or a range of numbers. */
const rules: readonly (readonly [prefixes: readonly string[], rule: CardRule])[] = [
  [['4'], createRule('visa', 'Visa', [16, 18, 19])],
  [['51-55', '2221-2720'], createRule('mastercard', 'Mastercard', [16])],
  [['34', '37'], createRule('amex', 'American Express', [15], { codeLength: 4, groups: [4, 6] })],
  [['3528-3589'], createRule('jcb', 'JCB', [16, 17, 18, 19])],
  [['300-305', '36', '38-39'], diners],
  [['62', '81'], createRule('unionpay', 'UnionPay', [16, 17, 18, 19], { hasCheckDigit: false })],
];

/** Finds the rule for a card number, or for its first digits. */
export function findRule(digits: string): CardRule {
  const match = rules.find(([prefixes]) => prefixes.some((prefix) => hasPrefix(digits, prefix)));
  const rule = match?.[1] ?? unknownBrand;
  // Diners cards with 14 digits have three groups. Longer Diners cards have groups of four.
  return rule === diners && digits.length <= 14 ? { ...diners, groups: [4, 6] } : rule;
}

/** Finds the rule of a saved card, whose number is not known. */
export function findRuleByBrand(brand: CardBrand | null): CardRule {
  return rules.find(([, rule]) => rule.brand === brand)?.[1] ?? unknownBrand;
}

function hasPrefix(digits: string, prefix: string): boolean {
  const [min = '', max = min] = prefix.split('-');
  const firstDigits = digits.slice(0, min.length);
  return firstDigits.length === min.length && firstDigits >= min && firstDigits <= max;
}
