import valid from 'card-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleOf } from '../../src/card/brands.ts';
import type { CardField } from '../../src/state/checkout-state.ts';
import { digitsOf } from '../../src/card/digits.ts';
import { cardErrorOf, hasCheckDigit, type CardValues } from '../../src/card/checks.ts';

const good: CardValues = {
  'cc-number': '4111 1111 1111 1111',
  'cc-exp': '09 / 28',
  'cc-csc': '123',
  'cc-name': 'Aisyah binti Rahman',
};
const checks = {
  brands: ['visa', 'amex', 'unionpay'] as const,
  merchant: 'Rimba Coffee',
  now: new Date(2026, 8, 14),
};
const complaint = (field: CardField, change: Partial<CardValues>, now = checks.now) => {
  const values = { ...good, ...change };
  return cardErrorOf(field, values, { ...checks, now, rule: ruleOf(digitsOf(values['cc-number'])) });
};
const ask = (field: CardField, value: string, now?: Date): string | null =>
  complaint(field, { [field]: value }, now)?.id ?? null;

describe('cardErrorOf', () => {
  test.each([
    ['cc-number', '', 'e.number.req'],
    ['cc-number', '4', 'e.number.short'],
    ['cc-number', '4111 1111 1111 111', 'e.number.short'],
    ['cc-number', '4111 1111 1111 1112', 'e.number.bad'],
    ['cc-number', '4111 1111 1111 1111 1', 'e.number.bad'],
    ['cc-number', '4111 1111 1111 1111', null],
    ['cc-number', '5555', 'e.brand'],
    ['cc-number', '5555 5555 5555 4444', 'e.brand'],
    ['cc-number', '6200 0000 0000 0001', null],
    ['cc-number', '6011 1111 1111 1117', null],
    ['cc-number', '6011 1111 1111 1116', 'e.number.bad'],
    ['cc-number', '6011', 'e.number.short'],
    ['cc-exp', '', 'e.exp.req'],
    ['cc-exp', '9', 'e.exp.bad'],
    ['cc-exp', '13 / 27', 'e.exp.bad'],
    ['cc-exp', '03 / 24', 'e.exp.past'],
    ['cc-exp', '08 / 26', 'e.exp.past'],
    ['cc-exp', '09 / 26', null],
    ['cc-csc', '', 'e.cvc'],
    ['cc-csc', '12', 'e.cvc'],
    ['cc-csc', '1234', 'e.cvc'],
    ['cc-csc', '000', null],
    ['cc-name', '', 'e.name'],
    ['cc-name', '   ', 'e.name'],
    ['cc-name', '4111 1111 1111 1111', 'e.name'],
    ['cc-name', '李小龙', null],
    ['cc-name', 'Louis XIV 2', null],
  ] as const)('of %s with %s is %s', (field, value, id) => {
    expect(ask(field, value)).toBe(id);
  });

  test('a card is good to the end of its month, and one day longer', () => {
    const at = (...parts: [number, number, number, number, number]): string | null =>
      ask('cc-exp', '09 / 28', new Date(...parts));
    expect(at(2028, 8, 30, 23, 59)).toBeNull();
    expect(at(2028, 9, 1, 23, 59)).toBeNull();
    expect(at(2028, 9, 2, 0, 0)).toBe('e.exp.past');
    expect(ask('cc-exp', '12 / 26', new Date(2027, 0, 1, 12))).toBeNull();
    expect(ask('cc-exp', '12 / 26', new Date(2027, 0, 2, 1))).toBe('e.exp.past');
  });

  test('the code is as long as the brand has it', () => {
    const amex = { 'cc-number': '3782 822463 10005' };
    expect(complaint('cc-csc', amex)).toEqual({ id: 'e.cvc', values: { n: 4 } });
    expect(complaint('cc-csc', { ...amex, 'cc-csc': '1234' })).toBeNull();
    const unlisted = { 'cc-number': '6011 1111 1111 1117' };
    for (const code of ['123', '1234'])
      expect(complaint('cc-csc', { ...unlisted, 'cc-csc': code })).toBeNull();
  });

  test('a brand that is not taken is named', () => {
    const words = complaint('cc-number', { 'cc-number': '5105' })?.values;
    expect(words).toEqual({ merchant: 'Rimba Coffee', brand: 'Mastercard' });
  });
});

test('the check digit is that of card-validator', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^4\d{15}$/), (number) => {
      expect(hasCheckDigit(number)).toBe(valid.number(number).isValid);
    }),
  );
});

test('one wrong digit is always found', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^4\d{14}$/),
      fc.nat(14),
      fc.integer({ min: 1, max: 9 }),
      (body, at, more) => {
        const number =
          [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `${body}${String(last)}`).find(hasCheckDigit) ?? '';
        const wrong = (Number(number[at]) + more) % 10;
        expect(hasCheckDigit(number)).toBe(true);
        expect(hasCheckDigit(number.slice(0, at) + String(wrong) + number.slice(at + 1))).toBe(false);
      },
    ),
  );
});
