import type { Payment } from '../payments/payment.ts';

/** An open payment of RM 123.45, for the contract suite. */
export function samplePayment(fields: Partial<Payment> = {}): Payment {
  return {
    reference: 'RC-1',
    orderId: 'A123',
    attempt: 'attempt-0',
    state: 'open',
    amount: 12_345,
    currencyCode: 'MYR',
    description: null,
    channelId: 2,
    channelName: 'FPX online banking',
    bankId: 'SERI',
    bankName: 'Bank Seri',
    channelImageUrl: null,
    bankImageUrl: null,
    fee: 0,
    callbackUrl: 'https://shop.example/pgw/callback',
    transactionNumber: null,
    redirect: null,
    gatewayStatus: null,
    createdAt: 1_000,
    expiresAt: null,
    settledAt: null,
    askedAt: null,
    nextAskAt: null,
    fulfilment: 'none',
    fulfilAttempts: 0,
    nextFulfilAt: null,
    version: 1,
    ...fields,
  };
}
