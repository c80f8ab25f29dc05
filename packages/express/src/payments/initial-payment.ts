import type { Payment } from './payment.ts';

/** The fields that every new payment needs. */
export type InitialFields = Pick<
  Payment,
  'reference' | 'tokenSeed' | 'orderId' | 'attempt' | 'amount' | 'currencyCode' | 'callbackUrl' | 'createdAt'
>;

/** Creates a payment in state `created`. All other fields have their initial values. */
export function createInitialPayment(fields: InitialFields): Payment {
  return {
    state: 'created',
    changedPrice: null,
    acceptedAt: null,
    description: null,
    openedOnPhoneAt: null,
    channel: null,
    bank: null,
    fee: 0,
    transactionNumber: null,
    redirect: null,
    gatewayStatus: null,
    expiresAt: null,
    settledAt: null,
    schedule: { queriedAt: null, nextQueryAt: null },
    fulfilment: { state: 'none', attempts: 0, nextAttemptAt: null },
    card: null,
    capturedAmount: null,
    discrepancy: null,
    transitions: 0,
    version: 1,
    ...fields,
  };
}
