import { expect, it } from 'vitest';
import { validateOrder, toStorefrontOrder } from '../../../src/model/payments/order.ts';

it('validateOrder keeps the shop’s amount and writes the currency in upper case', () => {
  expect(validateOrder('A1', { amount: 5, currencyCode: 'myr' }, 1_000)).toEqual({
    id: 'A1',
    amount: 5,
    currencyCode: 'MYR',
    description: null,
    expiresAt: null,
    placedAt: null,
    details: { sent: {}, omitted: [] },
    resolvedAt: 1_000,
  });
});

it.each([
  [{ amount: 0, currencyCode: 'MYR' }, /amount must be above 0/],
  [{ amount: -5, currencyCode: 'MYR' }, /amount must be above 0/],
  [{ amount: 1.5, currencyCode: 'MYR' }, /amount must be an integer of minor units/],
  [{ amount: '1,000.00', currencyCode: 'MYR' }, /amount must be an integer of minor units/],
  [{ amount: Number.NaN, currencyCode: 'MYR' }, /amount must be an integer/],
  [{ amount: 5, currencyCode: 'RM' }, /currencyCode must be a 3-letter/],
  [{ amount: 5 }, /currencyCode/],
])('an order %j of resolveOrder is refused with the reason', (response, message) => {
  expect(() => validateOrder('A1', response as never, 1_000)).toThrow(message);
});

it('an order is unknown if resolveOrder returns undefined or null', () => {
  expect(() => validateOrder('A1', undefined, 1_000)).toThrow(
    expect.objectContaining({ code: 'unknown-order' }),
  );
  expect(() => validateOrder('A1', null, 1_000)).toThrow(expect.objectContaining({ code: 'unknown-order' }));
});

it('a long description of an order is cut to at most 100 characters without a broken character', () => {
  const { description } = validateOrder(
    'A1',
    {
      amount: 5,
      currencyCode: 'MYR',
      // The teacup is a surrogate pair: its halves are the characters 100 and 101 of the text.
      description: `${'x'.repeat(99)}🍵`,
    },
    1_000,
  );
  expect(description).toBe('x'.repeat(99));
});

it('an order for the storefront has the ISO 4217 exponent of its currency', () => {
  const yen = validateOrder('A1', { amount: 500, currencyCode: 'JPY' }, 1_000);
  expect(
    toStorefrontOrder(yen, { merchant: 'M', merchantLogoUrl: null, timeZone: null, gatewayName: null }),
  ).toMatchObject({
    exponent: 0,
    amount: 500,
  });
});
