import { expect, test } from 'vitest';
import { defaultProfile } from '../../src/gateway/profile.ts';
import { gatewayProfile } from '../../src/gateway/profile-overrides.ts';
import { savedCardToken, withoutCardToken } from '../../src/gateway/saved-card.ts';

test('the token of a saved card is read from the property in the profile', () => {
  expect(savedCardToken({ status: 1, paymentToken: 'tok_1' }, defaultProfile)).toBe('tok_1');
  const profile = gatewayProfile({ savedCards: { responseToken: 'cardToken' } });
  expect(savedCardToken({ paymentToken: 'tok_1', cardToken: 'tok_2' }, profile)).toBe('tok_2');
});

test.each([
  {},
  { paymentToken: '' },
  { paymentToken: ' \t' },
  { paymentToken: '0' },
  { paymentToken: '00000000-0000-0000-0000-000000000000' },
  { paymentToken: null },
  { paymentToken: 7 },
])('the response %j has no token of a saved card', (response) => {
  expect(savedCardToken(response, defaultProfile)).toBeUndefined();
});

test('withoutCardToken removes the token from the JSON of a response', () => {
  const json = '{"status": 1, "paymentToken" : "tok_\\"1", "PAYMENTTOKEN":"tok_2", "remark": "paymentToken"}';
  expect(withoutCardToken(json, defaultProfile)).toBe(
    '{"status": 1, "paymentToken" : "[redacted]", "PAYMENTTOKEN":"[redacted]", "remark": "paymentToken"}',
  );
});
