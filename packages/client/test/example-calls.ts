import type { CallName, GatewayClient } from '../src/index.ts';
import { checkoutResult, order, paymentRecord } from './example-data.ts';

/** A call of the client, with the payload of a response as the interface describes it. */
export interface ExampleCall {
  readonly name: CallName;
  readonly path: string;
  readonly send: (client: GatewayClient) => Promise<unknown>;
  readonly payload: object;
}

// Real gateways issue numbers of 25 characters.
export const transactionNumber = '2004B8D7E2EE1DE5C61250625';
export const sessionNumber = '2037D293E60AEB67B59251030';

const service = '/api/services/app/PaymentGateway';
const payoutOrder = {
  ...order,
  channelId: 9,
  providerChannelId: 'B1',
  customer: { name: 'Aisyah' },
  localCitizen: true,
};
const refundEntry = {
  transactionNumber: '2009B8D7E2EE1DE5C61250626',
  amount: 345,
  currencyCode: 'MYR',
  refundReason: 'broken',
  refundStatus: 11,
};
const refundRecord = {
  tenantId: 1001,
  transactionNumber,
  refundTransactionNumber: '2009B8D7E2EE1DE5C61250626',
  paymentSessionNumber: sessionNumber,
  referenceCode: 'ORD-2026/0001',
  amount: 345,
  currencyCode: 'MYR',
  refundStatus: 11,
  responseMessage: 'Refunded',
  refundPaymentList: [refundEntry],
};

/** One call for every signed endpoint of `endpoints`. */
export const exampleCalls: readonly ExampleCall[] = [
  {
    name: 'requestPayment',
    path: `${service}/RequestPayment`,
    send: (client) => client.requestPayment(order),
    payload: { ...checkoutResult, transactionNumber },
  },
  {
    name: 'initialSession',
    path: `${service}/InitialSession`,
    send: (client) => client.initialSession(order),
    payload: { redirectionType: 1, redirectUrl: 'https://gateway.example/s', sessionNumber },
  },
  {
    name: 'payout',
    path: `${service}/RequestPayment`,
    send: (client) => client.payout(payoutOrder),
    payload: {
      currencyCode: 'MYR',
      amount: 12345,
      transactionNumber,
      channelId: 9,
      redirectionType: 1,
      redirectUrl: 'https://gateway.example/receipt',
    },
  },
  {
    name: 'processPayment',
    path: `${service}/ProcessPayment`,
    send: (client) => client.processPayment({ transactionNumber }),
    payload: {
      status: 1,
      type: 2,
      transactionNumber,
      partialTransactionNumber: '2011B8D7E2EE1DE5C61250627',
      amount: 12345,
    },
  },
  {
    name: 'queryPayment',
    path: `${service}/Query`,
    send: (client) => client.queryPayment({ transactionNumber }),
    payload: { ...paymentRecord, transactionNumber, paymentSessionNumber: sessionNumber, remark: null },
  },
  {
    name: 'refundPayment',
    path: `${service}/RefundPayment`,
    send: (client) => client.refundPayment({ transactionNumber, reason: 'broken', amount: 345 }),
    payload: refundRecord,
  },
  {
    name: 'queryRefund',
    path: `${service}/QueryRefund`,
    send: (client) => client.queryRefund({ transactionNumber }),
    payload: refundRecord,
  },
  {
    name: 'inquiryWallet',
    path: `${service}/InquiryWallet`,
    send: (client) => client.inquiryWallet({ tenantId: 1001 }),
    payload: {
      tenantId: 1001,
      tenantName: 'Rimba Coffee',
      wallets: [{ id: 3001, currencyCode: 'MYR', balance: 10.5, walletType: 2, walletStatus: 1 }],
    },
  },
  {
    name: 'queryWalletHistory',
    path: `${service}/QueryWalletHistory`,
    send: (client) =>
      client.queryWalletHistory({ walletId: 3001, dateTimeFrom: '2026-11-01', dateTimeTo: '2026-11-02' }),
    payload: {
      walletId: 3001,
      walletBalance: 10.5,
      nextRecords: 0,
      walletHistories: [
        {
          id: 1,
          createdDate: '2026-11-01T08:00:00Z',
          transactionNumber,
          refenceCode: 'ORD-2026/0001',
          amount: -3.45,
          currencyCode: 'MYR',
          type: 4,
          description: 'Refund',
          postTransactionWalletBalance: 10.5,
        },
      ],
    },
  },
  {
    name: 'getChannels',
    path: '/api/services/app/Channel/GetChannels',
    send: (client) => client.getChannels(),
    payload: [
      { id: 2, name: 'FPX', type: 1, isProviderHostChannel: true },
      { id: 4, name: 'Card', type: 'Card', isProviderHostChannel: false },
    ],
  },
  {
    name: 'getProviderChannels',
    path: '/api/services/app/Channel/GetProviderChannels',
    send: (client) => client.getProviderChannels({ channelId: 2 }),
    payload: [{ id: 'B1', name: 'bank', displayName: 'The Bank', imageUrl: null, status: 1 }],
  },
  {
    name: 'getPayoutBanks',
    path: '/api/services/app/Channel/GetProviderChannels',
    send: (client) => client.getPayoutBanks({ channelId: 15 }),
    payload: [{ id: 'B1', name: 'bank', displayName: 'The Bank', imageUrl: null, status: 1 }],
  },
];
