import type { Payment } from '@pgw/express';
import type { Note } from '@pgw/express/operator';
import type { Store } from '@pgw/express/store';
import type { StubGateway, Transaction } from './gateway.ts';
import { callbackUrl } from '../shop/address.ts';

/** Creates the gateway's record of the n-th payment of a run. Default status: 1 (paid). */
export function createTransaction(n: number, fields: Partial<Transaction> = {}): Transaction {
  return {
    transactionNumber: `T${String(n).padStart(9, '0')}`,
    reference: `R-${String(n).padStart(9, '0')}`,
    amount: 1_000 + (n % 90_000),
    currencyCode: 'MYR',
    status: 1,
    ...fields,
  };
}

/**
 * Creates the shop's record of a payment in the state `open`, after the redirect of the shopper to the
 * gateway.
 */
export function createOpenPayment(transaction: Transaction, fields: Partial<Payment> = {}): Payment {
  const { transactionNumber, reference, amount, currencyCode } = transaction;
  return {
    reference,
    orderId: `order-${reference}`,
    ordinal: 1,
    attempt: `attempt-${reference}`,
    state: 'open',
    amount,
    currencyCode,
    changedPrice: null,
    pricedAt: Date.now(),
    acceptedAt: null,
    description: null,
    tokenSeed: '',
    openedOnPhoneAt: null,
    traceparent: null,
    detailsHash: null,
    loyalty: null,
    channel: null,
    bank: null,
    fee: 0,
    callbackUrl,
    transactionNumber,
    redirect: null,
    gatewayStatus: null,
    createdAt: Date.now(),
    expiresAt: null,
    stateChangedAt: null,
    // The sweep never queries this payment. Only a callback syncs it, so a run detects a lost callback.
    schedule: { queriedAt: null, nextQueryAt: null },
    fulfillment: { state: 'none' },
    card: null,
    capturedAmount: null,
    discrepancy: null,
    transitions: 0,
    version: 1,
    ...fields,
  };
}

/** Stores the payments 1 to `count`: as open at the shop, and as paid at the gateway. */
export async function storeOpenPayments(
  store: Store,
  gateway: StubGateway,
  count: number,
): Promise<Transaction[]> {
  const transactions = Array.from({ length: count }, (_, n) => createTransaction(n + 1));
  const queue = transactions[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const transaction of queue) {
      gateway.put(transaction);
      await store.insert('payment', {
        payment: createOpenPayment(transaction),
        note: createNote(transaction.reference),
      });
    }
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  return transactions;
}

export function createNote(reference: string): Note {
  return {
    reference,
    at: Date.now(),
    source: 'start',
    kind: 'payment-created',
    text: 'The shopper was sent to pay.',
  };
}
