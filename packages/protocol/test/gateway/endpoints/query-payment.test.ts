import { expect, test } from 'vitest';
import { queryPayment } from '../../../src/gateway/endpoints/query-payment.ts';
import { invalidPaths, expectRefused, expectAccepted, withoutField } from './schema-assertions.ts';

const { request, response } = queryPayment;
const timestamp = 1790000000000;

test.each(['transactionNumber', 'sessionNumber'])(
  'a payment query accepts a %s of 1 to 100 characters',
  (name) => {
    expectAccepted(request, { timestamp }, name, 'N'.repeat(100));
    expectRefused(request, { timestamp }, name, 'N'.repeat(101));
    expectRefused(request, { timestamp }, name, '');
    expectRefused(request, { timestamp }, name, 5);
  },
);

test('a payment query requires a transaction number, a session number or both', () => {
  expect(invalidPaths(request, { timestamp })).toEqual(['']);
  expect(invalidPaths(request, { timestamp, transactionNumber: 'T', sessionNumber: 'S' })).toEqual([]);
  expect(invalidPaths(request, { timestamp, transactionNumber: 'T', sessionNumber: undefined })).toEqual([]);
});

test('a payment query requires a timestamp', () => {
  expect(invalidPaths(request, { transactionNumber: 'T' })).toEqual(['timestamp']);
});

test('a payment query refuses unknown properties', () => {
  expect(invalidPaths(request, { timestamp, transactionNumber: 'T', x: 1 })).toEqual(['']);
});

const record = {
  transactionNumber: 'T1',
  referenceCode: 'R1',
  status: 1,
  currencyCode: 'MYR',
  amount: 12345,
};

test('a payment record without number, reference, status, currency or amount is refused', () => {
  expect(response.parse(record)).toEqual(record);
  for (const name of Object.keys(record))
    expect(invalidPaths(response, withoutField(record, name))).toEqual([name]);
});

test('a payment record accepts every documented field, and null in optional fields', () => {
  const optionalFields = {
    paymentSessionNumber: 'S1',
    channelId: 2,
    providerTransactionNumber: 'P1',
    creationTime: '2026-11-21T07:00:00',
    remark: 'x',
    providerChannelId: 'B1',
    providerPaymentMethod: 'FPX',
    providerErrorMessage: 'x',
    loyaltyType: 1,
    redemptionPoint: 1.5,
    redemptionAmount: 1.5,
    rewardPoint: 1.5,
    paidAmount: 1.5,
    loyaltyRedemptionStatus: 1,
    loyaltyRewardStatus: 0,
  };
  expect(response.parse({ ...record, ...optionalFields })).toEqual({ ...record, ...optionalFields });
  for (const name of Object.keys(optionalFields)) expectAccepted(response, record, name, null);
});

test('a payment record keeps unknown properties and unknown statuses', () => {
  expect(response.parse({ ...record, status: 99, unknownField: { x: 1 } })).toEqual({
    ...record,
    status: 99,
    unknownField: { x: 1 },
  });
});

test('a payment record has an integer as status and a number as amount', () => {
  expectRefused(response, record, 'status', '01');
  expect(response.parse({ ...record, status: '1' }).status).toBe(1);
  expectRefused(response, record, 'status', 1.5);
  expectRefused(response, record, 'amount', '12345');
});
