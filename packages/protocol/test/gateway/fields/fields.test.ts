import { expect, test } from 'vitest';
import * as field from '../../../src/gateway/fields/fields.ts';

test.each([
  ['referenceCode', field.referenceCode, 50],
  ['an issued number', field.issuedNumber, 100],
  ['ipAddress', field.ipAddress, 50],
  ['returnUrl', field.returnUrl, 500],
  ['callbackUrl', field.callbackUrl, 500],
  ['description', field.description, 100],
  ['userAgent', field.userAgent, 200],
])('%s accepts text up to its maximum length', (_name, schema, limit) => {
  expect(schema.safeParse('x'.repeat(limit)).success).toBe(true);
  const { error } = schema.safeParse('x'.repeat(limit + 1));
  expect(error?.issues[0]?.message).toBe(`must have at most ${limit} characters`);
});

test('a validation error describes the expected value', () => {
  expect(field.amount.safeParse(1.5).error?.issues[0]?.message).toBe(
    'must be an integer in minor units (1000 means 10.00)',
  );
  expect(field.amount.safeParse(0).error?.issues[0]?.message).toBe('must be above 0');
  expect(field.currencyCode.safeParse('RM').error?.issues[0]?.message).toBe(
    'must be a 3-letter ISO 4217 code',
  );
  expect(field.referenceCode.safeParse('').error?.issues[0]?.message).toBe('must not be empty');
});
