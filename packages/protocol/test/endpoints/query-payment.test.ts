import { describe, expect, test } from 'vitest';
import { queryPayment } from '../../src/endpoints/query-payment.ts';
import { complaints, expectRefused, expectTaken, without } from './rules.ts';

const { request, response } = queryPayment;
const timestamp = 1790000000000;

describe('the query', () => {
  test.each(['transactionNumber', 'sessionNumber'])('takes a %s of 1 to 100 characters', (name) => {
    expectTaken(request, { timestamp }, name, 'N'.repeat(100));
    expectRefused(request, { timestamp }, name, 'N'.repeat(101));
    expectRefused(request, { timestamp }, name, '');
    expectRefused(request, { timestamp }, name, 5);
  });

  test('takes either number or both, and is refused without one', () => {
    expect(complaints(request, { timestamp })).toEqual(['']);
    expect(complaints(request, { timestamp, transactionNumber: 'T', sessionNumber: 'S' })).toEqual([]);
    expect(complaints(request, { timestamp, transactionNumber: 'T', sessionNumber: undefined })).toEqual([]);
  });

  test('needs a timestamp', () => {
    expect(complaints(request, { transactionNumber: 'T' })).toEqual(['timestamp']);
  });

  test('refuses unknown properties', () => {
    expect(complaints(request, { timestamp, transactionNumber: 'T', x: 1 })).toEqual(['']);
  });
});

describe('the record', () => {
  const record = {
    transactionNumber: 'T1',
    referenceCode: 'R1',
    status: 1,
    currencyCode: 'MYR',
    amount: 12345,
  };

  test('needs what a payment is settled by', () => {
    expect(response.parse(record)).toEqual(record);
    for (const name of Object.keys(record))
      expect(complaints(response, without(record, name))).toEqual([name]);
  });

  test('takes every documented field, as null too', () => {
    const more = {
      paymentSessionNumber: 'S1',
      channelId: 2,
      providerTransactionNumber: 'P1',
      creationTime: '2026-11-21T07:00:00',
      remark: '',
      providerChannelId: 'B1',
      providerPaymentMethod: 'FPX',
      providerErrorMessage: '',
      loyaltyType: 1,
      redemptionPoint: 1.5,
      redemptionAmount: 1.5,
      rewardPoint: 1.5,
      paidAmount: 1.5,
      loyaltyRedemptionStatus: 1,
      loyaltyRewardStatus: 0,
    };
    expect(response.parse({ ...record, ...more })).toEqual({ ...record, ...more });
    for (const name of Object.keys(more)) expectTaken(response, record, name, null);
  });

  test('keeps unknown properties and unknown statuses', () => {
    expect(response.parse({ ...record, status: 99, more: { x: 1 } })).toEqual({
      ...record,
      status: 99,
      more: { x: 1 },
    });
  });

  test('has an integer for a status and a number for an amount', () => {
    expectRefused(response, record, 'status', '1');
    expectRefused(response, record, 'status', 1.5);
    expectRefused(response, record, 'amount', '12345');
  });
});
