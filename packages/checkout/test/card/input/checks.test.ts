import valid from 'card-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRule } from '../../../src/channels/kinds/card/brands/brands.ts';
import type { CardField } from '../../../src/state/checkout-state.ts';
import { extractDigits } from '../../../src/channels/kinds/card/input/digits.ts';
import {
  checkField,
  hasValidCheckDigit,
  type CardValues,
} from '../../../src/channels/kinds/card/input/checks.ts';

const validValues: CardValues = {
  'cc-number': '4111 1111 1111 1111',
  'cc-exp': '09 / 28',
  'cc-csc': '123',
  'cc-name': 'Aisyah binti Rahman',
};
const options = {
  brands: ['visa', 'amex', 'unionpay'] as const,
  merchant: 'Rimba Coffee',
  now: new Date('2026-09-14T00:00'),
};
const checkWith = (field: CardField, change: Partial<CardValues>, now = options.now) => {
  const values = { ...validValues, ...change };
  return checkField(field, values, { ...options, now, rule: findRule(extractDigits(values['cc-number'])) });
};
const findErrorId = (field: CardField, value: string, now?: Date): string | null =>
  checkWith(field, { [field]: value }, now)?.id ?? null;

describe('checkField', () => {
  test.each([
    ['cc-number', '', 'card.error.number.required'],
    ['cc-number', '4', 'card.error.number.short'],
    ['cc-number', '4111 1111 1111 111', 'card.error.number.short'],
    ['cc-number', '4111 1111 1111 1112', 'card.error.number.invalid'],
    ['cc-number', '4111 1111 1111 1111 1', 'card.error.number.invalid'],
    ['cc-number', '4111 1111 1111 1111', null],
    ['cc-number', '5555', 'card.error.brand'],
    ['cc-number', '5555 5555 5555 4444', 'card.error.brand'],
    // Numbers of UnionPay have no check digit.
    ['cc-number', '6200 0000 0000 0001', null],
    // A number of an unknown brand is accepted if its check digit is correct.
    ['cc-number', '6011 1111 1111 1117', null],
    ['cc-number', '6011 1111 1111 1116', 'card.error.number.invalid'],
    ['cc-number', '6011', 'card.error.number.short'],
    ['cc-exp', '', 'card.error.expiry.required'],
    ['cc-exp', '9', 'card.error.expiry.invalid'],
    ['cc-exp', '13 / 27', 'card.error.expiry.invalid'],
    ['cc-exp', '03 / 24', 'card.error.expiry.past'],
    ['cc-exp', '08 / 26', 'card.error.expiry.past'],
    ['cc-exp', '09 / 26', null],
    ['cc-csc', '', 'card.error.code'],
    ['cc-csc', '12', 'card.error.code'],
    ['cc-csc', '1234', 'card.error.code'],
    ['cc-csc', '000', null],
    ['cc-name', '', 'card.error.name'],
    ['cc-name', '   ', 'card.error.name'],
    ['cc-name', '4111 1111 1111 1111', 'card.error.name'],
    ['cc-name', '李小龙', null],
    ['cc-name', 'Louis XIV 2', null],
  ] as const)('the field %s with the text "%s" has the error %s (null: no error)', (field, value, id) => {
    expect(findErrorId(field, value)).toBe(id);
  });

  test('a card is valid until the end of its expiry month, and one day longer', () => {
    const findErrorAt = (expiry: string, localTime: string): string | null =>
      findErrorId('cc-exp', expiry, new Date(localTime));
    expect(findErrorAt('09 / 28', '2028-09-30T23:59')).toBeNull();
    expect(findErrorAt('09 / 28', '2028-10-01T23:59')).toBeNull();
    expect(findErrorAt('09 / 28', '2028-10-02T00:00')).toBe('card.error.expiry.past');
    expect(findErrorAt('12 / 26', '2027-01-01T12:00')).toBeNull();
    expect(findErrorAt('12 / 26', '2027-01-02T01:00')).toBe('card.error.expiry.past');
  });

  test('the security code must have the length of the brand, and 3 or 4 digits for an unknown brand', () => {
    const amex = { 'cc-number': '3782 822463 10005' };
    expect(checkWith('cc-csc', amex)).toEqual({ id: 'card.error.code', values: { n: 4 } });
    expect(checkWith('cc-csc', { ...amex, 'cc-csc': '1234' })).toBeNull();
    const unknownBrand = { 'cc-number': '6011 1111 1111 1117' };
    for (const code of ['123', '1234'])
      expect(checkWith('cc-csc', { ...unknownBrand, 'cc-csc': code })).toBeNull();
  });

  test('the error for an unsupported brand contains the names of the shop and the brand', () => {
    const values = checkWith('cc-number', { 'cc-number': '5105' })?.values;
    expect(values).toEqual({ merchant: 'Rimba Coffee', brand: 'Mastercard' });
  });
});

test('a check digit is valid if and only if card-validator accepts the number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^4\d{15}$/), (number) => {
      expect(hasValidCheckDigit(number)).toBe(valid.number(number).isValid);
    }),
  );
});

test('the check digit detects every card number with one wrong digit', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^4\d{14}$/),
      fc.nat(14),
      fc.integer({ min: 1, max: 9 }),
      (body, index, difference) => {
        const number =
          [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `${body}${String(last)}`).find(hasValidCheckDigit) ??
          '';
        const wrongDigit = String((Number(number[index]) + difference) % 10);
        expect(hasValidCheckDigit(number)).toBe(true);
        expect(hasValidCheckDigit(number.slice(0, index) + wrongDigit + number.slice(index + 1))).toBe(false);
      },
    ),
  );
});
