import { describe, expect, test } from 'vitest';
import { callbackBody } from '../../src/callback.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { complaints } from './rules.ts';

// Numbers that the gateway issues are opaque text. Real ones of 25 characters are known, and the interface gives 24.

const money = { currencyCode: 'MYR', amount: 12345 };
const transactionNumber = 'T1';
const refundRecord = { ...money, transactionNumber, refundStatus: 11 };
const historyEntry = {
  ...money,
  id: 1,
  createdDate: '2026-11-21T08:00:00',
  type: 1,
  postTransactionWalletBalance: 1,
};

/** Every place where an answer or a callback holds an issued number. */
const readNumbers = [
  {
    place: 'the transaction of a payment request',
    schema: endpoints.requestPayment.response,
    holding: (number: string) => ({ ...money, transactionNumber: number, redirectionType: 1 }),
  },
  {
    place: 'the session of a session request',
    schema: endpoints.initialSession.response,
    holding: (number: string) => ({ redirectionType: 1, redirectUrl: 'https://x', sessionNumber: number }),
  },
  {
    place: 'the transaction of a payout',
    schema: endpoints.payout.response,
    holding: (number: string) => ({ ...money, transactionNumber: number }),
  },
  ...['transactionNumber', 'paymentSessionNumber', 'providerTransactionNumber'].map((name) => ({
    place: `${name} of a payment record`,
    schema: endpoints.queryPayment.response,
    holding: (number: string) => ({
      ...money,
      referenceCode: 'R',
      status: 1,
      transactionNumber,
      [name]: number,
    }),
  })),
  ...['transactionNumber', 'partialTransactionNumber'].map((name) => ({
    place: `${name} of a card result`,
    schema: endpoints.processPayment.response,
    holding: (number: string) => ({ status: 1, type: 2, transactionNumber, [name]: number }),
  })),
  ...['transactionNumber', 'refundTransactionNumber', 'paymentSessionNumber'].map((name) => ({
    place: `${name} of a refund record`,
    schema: endpoints.refundPayment.response,
    holding: (number: string) => ({ ...refundRecord, [name]: number }),
  })),
  {
    place: 'the transaction of a wallet history entry',
    schema: endpoints.queryWalletHistory.response,
    holding: (number: string) => ({
      walletId: 7,
      walletBalance: 1,
      walletHistories: [{ ...historyEntry, transactionNumber: number }],
    }),
  },
  ...['transactionNumber', 'paymentSessionNumber', 'providerTransactionNumber'].map((name) => ({
    place: `${name} of a callback`,
    schema: callbackBody,
    holding: (number: string) => ({
      ...money,
      referenceCode: 'R',
      status: 1,
      transactionNumber,
      [name]: number,
    }),
  })),
];

describe.each(readNumbers)('$place', ({ schema, holding }) => {
  test.each(['2005671137F81FD81D89D8', '2004B8D7E2EE1DE5C61250625', 'x'.repeat(100)])(
    '%s is read',
    (number) => {
      expect(schema.parse(holding(number))).toMatchObject(holding(number));
    },
  );

  test('a number of 101 characters is refused', () => {
    expect(complaints(schema, holding('x'.repeat(101)))).toHaveLength(1);
  });
});

test('a refund entry with a number of 25 characters is kept', () => {
  const entry = { ...money, transactionNumber: '2004B8D7E2EE1DE5C61250625', refundStatus: 11 };
  const read = endpoints.queryRefund.response.parse({ ...refundRecord, refundPaymentList: [entry] });
  expect(read.refundPaymentList).toEqual([entry]);
});

test.each([
  ['processPayment', 'transactionNumber', {}],
  ['refundPayment', 'transactionNumber', { reason: 'broken', timestamp: 1 }],
  ['queryRefund', 'transactionNumber', { timestamp: 1 }],
  ['queryPayment', 'transactionNumber', { timestamp: 1 }],
  ['queryPayment', 'sessionNumber', { timestamp: 1 }],
] as const)('%s takes a %s of 25 and of 100 characters', (endpoint, name, rest) => {
  for (const number of ['2037D293E60AEB67B59251030', 'x'.repeat(100)]) {
    expect(complaints(endpoints[endpoint].request, { ...rest, [name]: number })).toEqual([]);
  }
});
