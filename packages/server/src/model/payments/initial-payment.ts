import type { Payment } from './payment.ts';

/** The fields that every new payment needs. */
export type InitialFields = Pick<
  Payment,
  | 'reference'
  | 'tokenSeed'
  | 'orderId'
  | 'ordinal'
  | 'attempt'
  | 'amount'
  | 'currencyCode'
  | 'callbackUrl'
  | 'createdAt'
  | 'pricedAt'
>;

/**
 * Returns the ordinal of the next payment of an order, from the payments of the order that the store has listed. If
 * another payment is stored in the meantime, `insert` refuses the ordinal, and the list must be read again.
 */
export function getNextOrdinal(payments: readonly Pick<Payment, 'ordinal'>[]): number {
  return Math.max(0, ...payments.map(({ ordinal }) => ordinal)) + 1;
}

/** Creates a payment in state `created`. All other fields have their initial values. */
export function createInitialPayment(fields: InitialFields): Payment {
  return {
    state: 'created',
    changedPrice: null,
    detailsHash: null,
    acceptedAt: null,
    description: null,
    openedOnPhoneAt: null,
    traceparent: null,
    channel: null,
    bank: null,
    fee: 0,
    transactionNumber: null,
    redirect: null,
    gatewayStatus: null,
    expiresAt: null,
    stateChangedAt: null,
    schedule: { queriedAt: null, nextQueryAt: null },
    fulfillment: { state: 'none' },
    card: null,
    capturedAmount: null,
    loyalty: null,
    discrepancy: null,
    transitions: 0,
    version: 1,
    ...fields,
  };
}
