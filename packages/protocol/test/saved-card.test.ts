import { expect, test } from 'vitest';
import { defaultProfile } from '../src/profile.ts';
import { gatewayProfile } from '../src/profile-overrides.ts';
import { savedCardToken, withoutCardToken } from '../src/saved-card.ts';

test('a saved card is read from the property that the profile names', () => {
  expect(savedCardToken({ status: 1, paymentToken: 'tok_1' }, defaultProfile)).toBe('tok_1');
  const profile = gatewayProfile({ savedCards: { responseToken: 'cardToken' } });
  expect(savedCardToken({ paymentToken: 'tok_1', cardToken: 'tok_2' }, profile)).toBe('tok_2');
});

test.each([{}, { paymentToken: '' }, { paymentToken: null }, { paymentToken: 7 }])(
  'an answer of %j saved none',
  (response) => {
    expect(savedCardToken(response, defaultProfile)).toBeUndefined();
  },
);

test('a stored response contains no token', () => {
  const json = '{"status": 1, "paymentToken" : "tok_\\"1", "PAYMENTTOKEN":"tok_2", "remark": "paymentToken"}';
  expect(withoutCardToken(json, defaultProfile)).toBe(
    '{"status": 1, "paymentToken" : "[redacted]", "PAYMENTTOKEN":"[redacted]", "remark": "paymentToken"}',
  );
});
