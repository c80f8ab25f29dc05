import valid from 'card-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRule, findRuleByBrand } from '../../../src/channels/kinds/card/brands/brands.ts';
import { hasValidCheckDigit } from '../../../src/channels/kinds/card/input/checks.ts';

/** The card numbers that the networks and large processors publish for tests. */
const publishedNumbers = {
  visa: [
    '4111111111111111',
    '4012888888881881',
    '4242424242424242',
    '4000056655665556',
    '4917610000000000003',
  ],
  mastercard: [
    '5555555555554444',
    '5105105105105100',
    '2223003122003222',
    '2222420000001113',
    '5200828282828210',
  ],
  amex: ['378282246310005', '371449635398431', '378734493671000'],
  jcb: ['3530111333300000', '3566002020360505', '3528000000000007', '3569990010095841'],
  diners: ['30569309025904', '38520000023237', '36227206271667', '3056930009020004', '36006666333344'],
  unionpay: ['6200000000000005', '6205500000000000004', '6250947000000014', '8171999927660000'],
} as const;

const numbersOfOtherBrands = [
  '6011111111111117',
  '6011000990139424',
  '6799990100000000019',
  '5019717010103742',
];

describe('findRule', () => {
  for (const [brand, numbers] of Object.entries(publishedNumbers)) {
    test.each(numbers)(
      `the card number %s has the brand ${brand}, a valid length and a valid check digit`,
      (number) => {
        const rule = findRule(number);
        expect(rule.brand).toBe(brand);
        expect(rule.lengths).toContain(number.length);
        expect(!rule.hasCheckDigit || hasValidCheckDigit(number)).toBe(true);
      },
    );
  }

  test.each(numbersOfOtherBrands)(
    'the card number %s has no known brand, but a valid length and check digit',
    (number) => {
      expect(findRule(number).brand).toBeNull();
      expect(findRule(number).lengths).toContain(number.length);
      expect(hasValidCheckDigit(number)).toBe(true);
    },
  );

  test.each([
    ['', null],
    ['4', 'visa'],
    ['5', null],
    ['50', null],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['56', null],
    ['222', null],
    ['2220', null],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', null],
    ['3', null],
    ['34', 'amex'],
    ['35', null],
    ['3527', null],
    ['3528', 'jcb'],
    ['3589', 'jcb'],
    ['3590', null],
    ['300', 'diners'],
    ['305', 'diners'],
    ['306', null],
    ['36', 'diners'],
    ['39', 'diners'],
    ['62', 'unionpay'],
    ['81', 'unionpay'],
    ['82', null],
  ])('a card number that begins with "%s" has the brand %s', (digits, brand) => {
    expect(findRule(digits).brand).toBe(brand);
  });

  test('every prefix of four digits has the same brand as in card-validator, if card-validator knows it', () => {
    const names: Readonly<Record<string, string>> = {
      visa: 'visa',
      mastercard: 'mastercard',
      'american-express': 'amex',
      jcb: 'jcb',
      'diners-club': 'diners',
      unionpay: 'unionpay',
    };
    for (let prefix = 1000; prefix < 10_000; prefix += 1) {
      const expectedType = valid.number(String(prefix)).card?.type;
      const expectedBrand = names[expectedType ?? ''];
      const { brand } = findRule(String(prefix));
      if (expectedBrand === undefined) continue;
      // For card-validator, 2131 and 1800 are JCB: old numbers of 15 digits. It has no brand for some numbers
      // from 8100.
      if (prefix === 2131 || prefix === 1800) continue;
      expect([prefix, brand]).toEqual([prefix, expectedBrand]);
    }
  });

  test('the brand of a card number does not change after the first four digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4,19}$/), fc.stringMatching(/^\d{0,6}$/), (digits, more) => {
        expect(findRule(digits + more).brand).toBe(findRule(digits).brand);
      }),
    );
  });
});

test('findRuleByBrand returns the rule of a brand, and a rule for an unknown brand', () => {
  expect(findRuleByBrand('amex').name).toBe('American Express');
  expect(findRuleByBrand(null).codeLength).toBe(3);
});
