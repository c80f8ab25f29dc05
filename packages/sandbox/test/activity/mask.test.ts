import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskHeaders, maskJson, maskJsonText } from '../../src/activity/mask.ts';
import { testCards } from '../../src/index.ts';

const cardNumbers = Object.values(testCards).map(({ number }) => number);

describe('maskJson', () => {
  it('secrets are masked by the name of their property, in any letter case and at any depth', () => {
    const secrets = {
      CARDNUMBER: '1',
      securityCode: '123',
      cvv: 1,
      Password: 'p',
      accessToken: 't',
      paymentToken: 't',
    };
    expect(maskJson({ list: [secrets] })).toStrictEqual({
      list: [Object.fromEntries(Object.keys(secrets).map((name) => [name, '(masked)']))],
    });
  });

  it.each(cardNumbers)('the card number %s is masked in any text, also with spaces', (number) => {
    const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ');
    expect(maskJson({ description: `card ${number}, ${spaced}.` })).toStrictEqual({
      description: 'card (masked), (masked).',
    });
  });

  it('other values are unchanged', () => {
    const value = {
      transactionNumber: '2005A1B2C3D4E5F6A7B8C261128',
      timestamp: 1_790_000_000_000,
      referenceCode: '4111111111111112',
      sessionToken: null,
    };
    expect(maskJson(value)).toStrictEqual(value);
  });

  it('the masked text of any JSON has no member with a secret', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...cardNumbers), (value, number) => {
        const text = JSON.stringify(maskJson({ value, deep: [{ note: number, securityCode: '987654' }] }));
        expect(text).not.toContain(number);
        expect(text).not.toContain('987654');
      }),
    );
  });
});

describe('maskJsonText', () => {
  it('a text without secrets keeps its spaces', () => {
    expect(maskJsonText('{ "amount": 1 }')).toBe('{ "amount": 1 }');
  });
  it('a text that is not JSON is omitted', () => {
    expect(maskJsonText('cardNumber=4111111111111111')).toBeUndefined();
  });
});

it('maskHeaders keeps the scheme of a bearer token and masks the token and cookies', () => {
  expect(
    maskHeaders(
      { authorization: 'Bearer secret-token', cookie: 'a=b', 'x-list': ['a', 'b'], te: undefined },
      'Authorization',
    ),
  ).toStrictEqual({ authorization: 'Bearer (masked)', cookie: '(masked)', 'x-list': 'a, b' });
});
