import { expect, test } from 'vitest';
import { callbackBody } from '../../../src/gateway/callback.ts';
import { endpoints } from '../../../src/gateway/endpoints/index.ts';
import { invalidPaths } from './schema-assertions.ts';

// Numbers that the gateway issues are opaque text. The interface specifies at most 24 characters, but real
// numbers have 25.

const money = { currencyCode: 'MYR', amount: 12345 };
const transactionNumber = 'T1';
/** A payment record, and also the body of a callback. */
const paymentRecord = { ...money, transactionNumber, referenceCode: 'R', status: 1 };
const refundRecord = { ...money, transactionNumber, refundStatus: 11 };
const historyEntry = {
  ...money,
  id: 1,
  createdDate: '2026-11-21T08:00:00',
  type: 1,
  postTransactionWalletBalance: 1,
};

/** Every location of an issued number in a response or a callback. */
const locations = [
  {
    location: 'the transaction number of a payment request',
    schema: endpoints.requestPayment.response,
    payloadWith: (number: string) => ({ ...money, transactionNumber: number, redirectionType: 1 }),
  },
  {
    location: 'the session number of a session request',
    schema: endpoints.initialSession.response,
    payloadWith: (number: string) => ({
      redirectionType: 1,
      redirectUrl: 'https://x',
      sessionNumber: number,
    }),
  },
  {
    location: 'the transaction number of a payout',
    schema: endpoints.payout.response,
    payloadWith: (number: string) => ({ ...money, transactionNumber: number }),
  },
  ...['transactionNumber', 'paymentSessionNumber'].map((name) => ({
    location: `${name} of a payment record`,
    schema: endpoints.queryPayment.response,
    payloadWith: (number: string) => ({ ...paymentRecord, [name]: number }),
  })),
  ...['transactionNumber', 'partialTransactionNumber'].map((name) => ({
    location: `${name} of a card result`,
    schema: endpoints.processPayment.response,
    payloadWith: (number: string) => ({ status: 1, type: 2, transactionNumber, [name]: number }),
  })),
  ...['transactionNumber', 'refundTransactionNumber', 'paymentSessionNumber'].map((name) => ({
    location: `${name} of a refund record`,
    schema: endpoints.refundPayment.response,
    payloadWith: (number: string) => ({ ...refundRecord, [name]: number }),
  })),
  {
    location: 'the transaction number of a wallet history entry',
    schema: endpoints.queryWalletHistory.response,
    payloadWith: (number: string) => ({
      walletId: 7,
      walletBalance: 1,
      walletHistories: [{ ...historyEntry, transactionNumber: number }],
    }),
  },
  ...['transactionNumber', 'paymentSessionNumber'].map((name) => ({
    location: `${name} of a callback`,
    schema: callbackBody,
    payloadWith: (number: string) => ({ ...paymentRecord, [name]: number }),
  })),
];

test.each(locations)(
  'an issued number of 22, 25 and 100 characters is accepted in $location',
  ({ schema, payloadWith }) => {
    for (const number of ['2005671137F81FD81D89D8', '2004B8D7E2EE1DE5C61250625', 'x'.repeat(100)])
      expect(schema.parse(payloadWith(number))).toMatchObject(payloadWith(number));
  },
);

test.each(locations)(
  'an issued number of 101 characters is refused in $location',
  ({ schema, payloadWith }) => {
    expect(invalidPaths(schema, payloadWith('x'.repeat(101)))).toHaveLength(1);
  },
);

test.each(
  locations.filter(({ location }) =>
    /^(the (transaction|session) number of a (payment|session|payout)|transactionNumber)/.test(location),
  ),
)('$location that is blank or has only zeros is refused', ({ schema, payloadWith }) => {
  for (const number of ['', ' ', '0', '0000', '00000000-0000-0000-0000-000000000000'])
    expect(invalidPaths(schema, payloadWith(number))).toHaveLength(1);
  for (const number of ['00A', '0-1', '10']) expect(invalidPaths(schema, payloadWith(number))).toEqual([]);
});

test('a refund entry with a transaction number of 25 characters is kept', () => {
  const entry = { ...money, transactionNumber: '2004B8D7E2EE1DE5C61250625', refundStatus: 11 };
  const record = endpoints.queryRefund.response.parse({ ...refundRecord, refundPaymentList: [entry] });
  expect(record.refundPaymentList).toEqual([entry]);
});

test.each([
  ['processPayment', 'transactionNumber', {}],
  ['refundPayment', 'transactionNumber', { reason: 'broken', timestamp: 1 }],
  ['queryRefund', 'transactionNumber', { timestamp: 1 }],
  ['queryPayment', 'transactionNumber', { timestamp: 1 }],
  ['queryPayment', 'sessionNumber', { timestamp: 1 }],
] as const)('a request of %s accepts a %s of 25 and of 100 characters', (endpoint, name, rest) => {
  for (const number of ['2037D293E60AEB67B59251030', 'x'.repeat(100)]) {
    expect(invalidPaths(endpoints[endpoint].request, { ...rest, [name]: number })).toEqual([]);
  }
});
