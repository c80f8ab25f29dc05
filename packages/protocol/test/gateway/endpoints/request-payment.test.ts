import { expect, test } from 'vitest';
import { redirectionType, requestPayment } from '../../../src/gateway/endpoints/request-payment.ts';
import { paymentFields } from './payment-fields.ts';
import { invalidPaths, expectRefused, expectAccepted, withoutField } from './schema-assertions.ts';

const { request, response } = requestPayment;

test('a payment request with only the required fields is accepted', () => {
  expect(request.parse(paymentFields)).toEqual(paymentFields);
});

test('a payment request accepts every optional field', () => {
  const full = {
    ...paymentFields,
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

test.each(Object.keys(paymentFields))('a payment request without %s is refused', (name) => {
  expect(invalidPaths(request, withoutField(paymentFields, name))).toEqual([name]);
  expectRefused(request, paymentFields, name, null);
});

test.each([
  ['referenceCode', 50],
  ['ipAddress', 50],
  ['returnUrl', 500],
  ['description', 100],
  ['callbackUrl', 500],
  ['userAgent', 200],
])('a payment request accepts %s of at most %d characters', (name, length) => {
  expectAccepted(request, paymentFields, name, 'x'.repeat(length));
  expectRefused(request, paymentFields, name, 'x'.repeat(length + 1));
});

test.each([
  ['email', 150],
  ['mobileNo', 16],
  ['name', 36],
  ['username', 36],
])('a payment request accepts customer.%s of at most %d characters', (name, length) => {
  expectAccepted(request, paymentFields, 'customer', { [name]: 'x'.repeat(length) });
  const tooLong = { ...paymentFields, customer: { [name]: 'x'.repeat(length + 1) } };
  expect(invalidPaths(request, tooLong)).toEqual([`customer.${name}`]);
});

test.each(['referenceCode', 'ipAddress', 'returnUrl', 'providerChannelId'])(
  'a payment request refuses an empty %s',
  (name) => {
    expectRefused(request, paymentFields, name, '');
  },
);

test.each(['MYR', 'usd'])('a payment request accepts the currency code %s', (code) => {
  expectAccepted(request, paymentFields, 'currencyCode', code);
});

test.each(['', 'RM', 'MYRR', 'M1R', 'MYR ', 'MYR\n', 'ＭＹＲ', 458])(
  'a payment request refuses the currency code %j',
  (code) => {
    expectRefused(request, paymentFields, 'currencyCode', code);
  },
);

test.each([1, 1000, Number.MAX_SAFE_INTEGER])('a payment request accepts the amount %d', (amount) => {
  expectAccepted(request, paymentFields, 'amount', amount);
});

test.each(['1,000.00', '1000', '10.00', 10.5, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  'a payment request refuses the amount %j',
  (amount) => {
    expectRefused(request, paymentFields, 'amount', amount);
  },
);

test('the error for an amount with separators describes the expected form', () => {
  const { error } = request.safeParse({ ...paymentFields, amount: '1,000.00' });
  expect(error?.issues[0]?.message).toBe(
    'must be an integer in minor units (1000 means 10.00), without separators',
  );
});

test.each(['1790000000000', 1.5, 0, -5, new Date()])(
  'a payment request refuses the timestamp %j',
  (timestamp) => {
    expectRefused(request, paymentFields, 'timestamp', timestamp);
  },
);

test.each(['2', 1.5])('a payment request refuses the channelId %j', (channelId) => {
  expectRefused(request, paymentFields, 'channelId', channelId);
});

test('a payment request refuses unknown properties at every depth', () => {
  expect(request.safeParse({ ...paymentFields, colour: 'red' }).error?.issues[0]?.message).toContain(
    'colour',
  );
  expect(invalidPaths(request, { ...paymentFields, customer: { age: 5 } })).toEqual(['customer']);
  const requestPaymentExtraInfo = { hidden: [] };
  expect(invalidPaths(request, { ...paymentFields, requestPaymentExtraInfo })).toEqual([
    'requestPaymentExtraInfo',
  ]);
});

test('a payment request refuses its names in another letter case', () => {
  expect(invalidPaths(request, { ...paymentFields, Description: 'x' })).toEqual(['']);
});

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

test('the response to a payment request keeps unknown properties', () => {
  expect(response.parse({ ...result, newField: { deep: [1] } })).toEqual({
    ...result,
    newField: { deep: [1] },
  });
});

test('the response to a payment request accepts missing and null optional fields', () => {
  for (const name of ['channelId', 'redirectUrl', 'clientScript', 'transactionExpired']) {
    expect(invalidPaths(response, withoutField(result, name))).toEqual([]);
    expectAccepted(response, result, name, null);
  }
});

test.each(['currencyCode', 'amount', 'transactionNumber', 'redirectionType'])(
  'a response to a payment request without %s is refused',
  (name) => {
    expect(invalidPaths(response, withoutField(result, name))).toEqual([name]);
  },
);

test('a response to a payment request with a transaction number of 101 characters is refused', () => {
  expectRefused(response, result, 'transactionNumber', 'T'.repeat(101));
});

test('redirectionType has the numbers of the interface', () => {
  expect(redirectionType).toEqual({ url: 1, script: 2 });
});
