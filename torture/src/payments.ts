import type { Note, Payment, Store } from '@pgw/express';
import type { StubGateway, Transaction } from './gateway/gateway.ts';
import { callbackUrl } from './shop/address.ts';

/** The gateway's record of the n-th payment of a run, which is paid unless `fields` change that. */
export function transactionOf(n: number, fields: Partial<Transaction> = {}): Transaction {
  return {
    transactionNumber: `T${String(n).padStart(9, '0')}`,
    reference: `R-${String(n).padStart(9, '0')}`,
    amount: 1_000 + (n % 90_000),
    currencyCode: 'MYR',
    status: 1,
    ...fields,
  };
}

/** The shop's record of the same payment, after the shopper was redirected to the gateway. */
export function openPayment(transaction: Transaction, fields: Partial<Payment> = {}): Payment {
  const { transactionNumber, reference, amount, currencyCode } = transaction;
  return {
    reference,
    orderId: `order-${reference}`,
    attempt: `attempt-${reference}`,
    state: 'open',
    amount,
    currencyCode,
    description: null,
    channel: null,
    bank: null,
    fee: 0,
    callbackUrl,
    transactionNumber,
    redirect: null,
    gatewayStatus: null,
    createdAt: Date.now(),
    expiresAt: null,
    settledAt: null,
    // The sweep never queries this payment. Only a callback settles it, so a run detects a callback that was lost.
    schedule: { queriedAt: null, nextQueryAt: null },
    fulfilment: { state: 'none', attempts: 0, nextAttemptAt: null },
    card: null,
    capturedAmount: null,
    version: 1,
    ...fields,
  };
}

/** Stores payments 1 to `count` at the shop, and as paid at the gateway. */
export async function openPayments(
  store: Store,
  gateway: StubGateway,
  count: number,
): Promise<Transaction[]> {
  const transactions = Array.from({ length: count }, (_, n) => transactionOf(n + 1));
  const waiting = transactions[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const transaction of waiting) {
      gateway.put(transaction);
      await store.insertPayment(openPayment(transaction), noteOf(transaction.reference));
    }
  };
  await Promise.all(Array.from({ length: 24 }, worker));
  return transactions;
}

export function noteOf(reference: string): Note {
  return { reference, at: Date.now(), source: 'start', text: 'The shopper was sent to pay.' };
}
