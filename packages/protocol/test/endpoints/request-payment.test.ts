import { describe, expect, test } from 'vitest';
import { redirectionType, requestPayment } from '../../src/endpoints/request-payment.ts';
import { complaints, expectRefused, expectTaken, without } from './rules.ts';

const { request, response } = requestPayment;
const required = {
  currencyCode: 'MYR',
  amount: 12345,
  referenceCode: 'ORD-1',
  ipAddress: '203.0.113.7',
  returnUrl: 'https://shop.example/return',
  timestamp: 1790000000000,
};

describe('the request', () => {
  test('needs no more than its required fields', () => {
    expect(request.parse(required)).toEqual(required);
  });

  test('accepts every optional field', () => {
    const full = {
      ...required,
      channelId: 2,
      providerChannelId: 'BANK1',
      description: 'Two mugs',
      callbackUrl: 'https://shop.example/pgw/callback',
      userAgent: 'Mozilla/5.0',
      savePayment: false,
      customer: { email: 'a@b.example', mobileNo: '0123456789', name: 'Aisyah', username: 'aisyah' },
      localCitizen: true,
      requestPaymentExtraInfo: { channelGroupId: 1, hiddenChannel: [3, 4] },
    };
    expect(request.parse(full)).toEqual(full);
  });

  test.each(Object.keys(required))('is refused without %s', (name) => {
    expect(complaints(request, without(required, name))).toEqual([name]);
    expectRefused(request, required, name, null);
  });

  test.each([
    ['referenceCode', 50],
    ['ipAddress', 50],
    ['returnUrl', 500],
    ['description', 100],
    ['callbackUrl', 500],
    ['userAgent', 200],
  ])('takes %s of %d characters and no more', (name, length) => {
    expectTaken(request, required, name, 'x'.repeat(length));
    expectRefused(request, required, name, 'x'.repeat(length + 1));
  });

  test.each([
    ['email', 150],
    ['mobileNo', 16],
    ['name', 36],
    ['username', 36],
  ])('takes customer.%s of %d characters and no more', (name, length) => {
    expectTaken(request, required, 'customer', { [name]: 'x'.repeat(length) });
    const over = { ...required, customer: { [name]: 'x'.repeat(length + 1) } };
    expect(complaints(request, over)).toEqual([`customer.${name}`]);
  });

  test.each(['referenceCode', 'ipAddress', 'returnUrl', 'providerChannelId'])(
    'refuses %s when it is empty',
    (name) => {
      expectRefused(request, required, name, '');
    },
  );

  test.each(['MYR', 'usd'])('accepts the currency code %s', (code) => {
    expectTaken(request, required, 'currencyCode', code);
  });

  test.each(['', 'RM', 'MYRR', 'M1R', 'MYR ', 'MYR\n', 'ＭＹＲ', 458])(
    'refuses the currency code %j',
    (code) => {
      expectRefused(request, required, 'currencyCode', code);
    },
  );

  test.each([1, 1000, Number.MAX_SAFE_INTEGER])('accepts the amount %d', (amount) => {
    expectTaken(request, required, 'amount', amount);
  });

  test.each(['1,000.00', '1000', '10.00', 10.5, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses the amount %j',
    (amount) => {
      expectRefused(request, required, 'amount', amount);
    },
  );

  test('reports the expected form for an amount with separators', () => {
    const { error } = request.safeParse({ ...required, amount: '1,000.00' });
    expect(error?.issues[0]?.message).toBe(
      'must be an integer in minor units (1000 means 10.00), without separators',
    );
  });

  test.each(['1790000000000', 1.5, 0, -5, new Date()])('refuses the timestamp %j', (timestamp) => {
    expectRefused(request, required, 'timestamp', timestamp);
  });

  test.each(['2', 1.5])('refuses the channelId %j', (channelId) => {
    expectRefused(request, required, 'channelId', channelId);
  });

  test('refuses unknown properties, at every depth', () => {
    expect(request.safeParse({ ...required, colour: 'red' }).error?.issues[0]?.message).toContain('colour');
    expect(complaints(request, { ...required, customer: { age: 5 } })).toEqual(['customer']);
    const requestPaymentExtraInfo = { hidden: [] };
    expect(complaints(request, { ...required, requestPaymentExtraInfo })).toEqual([
      'requestPaymentExtraInfo',
    ]);
  });

  test('refuses spellings of its names in another case', () => {
    expect(complaints(request, { ...required, Description: 'x' })).toEqual(['']);
  });
});

describe('the response', () => {
  const result = {
    currencyCode: 'MYR',
    amount: 12345,
    transactionNumber: 'T'.repeat(24),
    channelId: 2,
    redirectionType: 1,
    redirectUrl: 'https://gateway.example/pay',
    clientScript: null,
    transactionExpired: '2026-11-21T08:00:00Z',
  };

  test('is accepted with unknown properties kept', () => {
    expect(response.parse({ ...result, newField: { deep: [1] } })).toEqual({
      ...result,
      newField: { deep: [1] },
    });
  });

  test('may lack or null what not every redirection has', () => {
    for (const name of ['channelId', 'redirectUrl', 'clientScript', 'transactionExpired']) {
      expect(complaints(response, without(result, name))).toEqual([]);
      expectTaken(response, result, name, null);
    }
  });

  test.each(['currencyCode', 'amount', 'transactionNumber', 'redirectionType'])(
    'is refused without %s',
    (name) => {
      expect(complaints(response, without(result, name))).toEqual([name]);
    },
  );

  test('is refused with a transaction number of 101 characters', () => {
    expectRefused(response, result, 'transactionNumber', 'T'.repeat(101));
  });
});

test('the redirection types are those of the interface', () => {
  expect(redirectionType).toEqual({ url: 1, script: 2 });
});
