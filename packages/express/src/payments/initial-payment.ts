import type { Payment } from './payment.ts';

/** The fields that every new payment needs. */
export type InitialFields = Pick<
  Payment,
  'reference' | 'orderId' | 'attempt' | 'amount' | 'currencyCode' | 'callbackUrl' | 'createdAt'
>;

/** A payment in state `created`, in which every other field has its initial value. */
export function initialPayment(fields: InitialFields): Payment {
  return {
    state: 'created',
    description: null,
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
    version: 1,
    ...fields,
  };
}
