import { isSameReference, PgwError } from '@pgw/protocol';
import { getOperationFacts, getPaymentFacts } from '../../events/facts.ts';
import { createNote, type PaymentContext } from '../../engine/payment-context.ts';
import { queryRecord } from '../../sync/gateway-record.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { changeOperation } from '../change-operation.ts';
import { createImportedOperation } from '../new-operation.ts';
import { storeDiscrepancies } from '../store-discrepancies.ts';
import { readPayoutAmount } from './payout-amount.ts';

/** The fields of a callback or a record by which a payout is recognized. */
interface TransactionFields {
  readonly referenceCode: string;
  readonly transactionNumber: string;
  readonly channelId?: number | null | undefined;
  readonly amount: number;
  readonly currencyCode: string;
  readonly status: number;
}

/** True for the channel of payouts in the environment of this checkout. */
export function isPayoutChannel(
  { payouts, gateway }: Pick<PaymentContext, 'payouts' | 'gateway'>,
  { channelId }: Pick<TransactionFields, 'channelId'>,
): boolean {
  return payouts !== undefined && channelId === gateway.profile.payoutChannelId[payouts.environment];
}

/** True for a transaction on the payout channel, or with the reference of a stored payout. It is never a payment. */
export async function isPayout(
  context: PaymentContext,
  transaction: Pick<TransactionFields, 'channelId' | 'referenceCode'>,
): Promise<boolean> {
  if (isPayoutChannel(context, transaction)) return true;
  return (await context.store.listOperations(transaction.referenceCode, 'payout')).length > 0;
}

/**
 * Stores that a verified callback has reported a payout, so that the sweep queries it. A payout that the store does
 * not have was made elsewhere, and is imported. Resolves with false when the transaction is not a payout, or a payout
 * without an amount that can be stored.
 */
export async function receivePayoutCallback(
  context: PaymentContext,
  transaction: TransactionFields,
): Promise<boolean> {
  const [storedPayout] = await context.store.listOperations(transaction.referenceCode, 'payout');
  if (storedPayout !== undefined) {
    const text = `Callback received: status ${transaction.status} (signature valid).`;
    await changeOperation(context, storedPayout, () => ({ nextQueryAt: context.now(), text }));
    return true;
  }
  return isPayoutChannel(context, transaction) && importPayout(context, transaction);
}

/**
 * Stores a payout that was made at the gateway. Its id contains its number. The amount is the reported one until the
 * record is read; see `syncPayout`. If the reported amount cannot be stored, the record is read first. Resolves with false,
 * without a write, while the record has no amount either.
 */
async function importPayout(context: PaymentContext, transaction: TransactionFields): Promise<boolean> {
  const { referenceCode: reference, transactionNumber, currencyCode, channelId = null } = transaction;
  const amount =
    readPayoutAmount(transaction, transaction) ?? (await queryPayoutAmount(context, transaction));
  if (amount === undefined) return false;
  const payout = createImportedOperation(context, {
    id: `gateway:${transactionNumber}`,
    kind: 'payout',
    reference,
    state: 'processing',
    amount,
    currencyCode: currencyCode.toUpperCase(),
    channelId,
    transactionNumber,
  });
  const text = `A payout that this shop has not requested was imported: transaction ${transactionNumber}.`;
  const note = createNote(context, { reference, source: 'payout', kind: 'operation-changed', text });
  if (!(await context.store.insertOperation(payout, note))) return true;
  // An earlier callback of the payout may have had an amount that could not be stored.
  const resolution = { resolution: 'dismissed', reason: 'It is a payout, and was imported.' } as const;
  await context.store.resolveUnknownTransaction(transactionNumber, resolution);
  const message = `${text} Check who requested it.`;
  context.emit({ level: 'warn', event: 'payout-imported', message, ...getOperationFacts(payout) });
  return true;
}

/** Reads the amount of a payout from its record. Undefined if the record cannot be read, or its amount cannot be stored. */
async function queryPayoutAmount(
  context: PaymentContext,
  { transactionNumber, referenceCode, currencyCode }: TransactionFields,
): Promise<number | undefined> {
  try {
    const record = await queryRecord(context, transactionNumber);
    if (record === undefined || !isSameReference(record.referenceCode, referenceCode)) return undefined;
    return readPayoutAmount(record, { currencyCode });
  } catch (error) {
    // The gateway repeats the callback, and then the record is read again.
    if (error instanceof PgwError) return undefined;
    throw error;
  }
}

/** Stores the discrepancy that a payout has the reference of a payment. Its first report emits an event. */
export async function storePayoutReference(
  context: PaymentContext,
  payment: Payment,
  transactionNumber: string,
): Promise<void> {
  const code = 'payout-reference';
  const message =
    `Transaction ${transactionNumber} is a payout, and has the reference of this payment. It does not count as a payment. ` +
    'Look it up at the gateway, and give payouts references of their own.';
  const comparison = { codes: [code], found: [{ code, message }] } as const;
  const newDiscrepancies = await storeDiscrepancies(context, payment.reference, comparison);
  if (newDiscrepancies.length === 0) return;
  const facts = { discrepancyCode: code, refundedAmount: null, payoutNumber: transactionNumber } as const;
  context.emit({
    level: 'error',
    event: 'discrepancy-found',
    message,
    ...getPaymentFacts(payment),
    ...facts,
  });
}
