import { isSameReference, PgwError } from '@pgw/protocol';
import { getOperationFacts } from '../events/facts.ts';
import { insertOperation } from '../engine/change-payment.ts';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import { createImportedOperation } from '../model/operations/operation.ts';
import { isPayoutChannel, queryRecord } from '../sync/gateway-record.ts';
import { readPayoutAmount } from './kinds/payout/payout-request.ts';
import { changeOperation } from './request.ts';

/** The fields of a callback or a record by which a payout is recognized. */
interface TransactionFields {
  readonly referenceCode: string;
  readonly transactionNumber: string;
  readonly channelId?: number | null | undefined;
  readonly amount: number;
  readonly currencyCode: string;
  readonly status: number;
}

/** True for a transaction on the payout channel, or with the reference of a stored payout. It is never a payment. */
export async function isPayout(
  context: PaymentContext,
  transaction: Pick<TransactionFields, 'channelId' | 'referenceCode'>,
): Promise<boolean> {
  if (isPayoutChannel(context, transaction)) return true;
  return (await context.store.list('payouts', transaction.referenceCode)).length > 0;
}

/** Stores that a verified callback has reported a payout, so that the sweep queries it. */
export async function receivePayoutCallback(
  context: PaymentContext,
  transaction: TransactionFields,
): Promise<boolean> {
  const [storedPayout] = await context.store.list('payouts', transaction.referenceCode);
  if (storedPayout === undefined)
    return isPayoutChannel(context, transaction) && importPayout(context, transaction);
  const text = `Callback received: status ${transaction.status} (signature valid).`;
  await changeOperation(context, storedPayout, () => ({ nextQueryAt: context.now(), text }));
  return true;
}

/** Stores a payout that was made at the gateway. */
async function importPayout(context: PaymentContext, transaction: TransactionFields): Promise<boolean> {
  const { referenceCode: reference, transactionNumber, channelId = null } = transaction;
  const amount =
    readPayoutAmount(transaction, transaction) ?? (await queryPayoutAmount(context, transaction));
  if (amount === undefined) return false;
  const id = `gateway:${transactionNumber}`;
  const currencyCode = transaction.currencyCode.toUpperCase();
  const payout = createImportedOperation(
    {
      id,
      kind: 'payout',
      reference,
      state: 'processing',
      amount,
      currencyCode,
      channelId,
      transactionNumber,
    },
    context.now(),
  );
  const text = `A payout that this shop has not requested was imported: transaction ${transactionNumber}.`;
  const note = createNote(context, { reference }, { source: 'payout', kind: 'operation-changed', text });
  if (!(await insertOperation(context, payout, note))) return true;
  // An earlier callback of the payout may have had an amount that could not be stored.
  const resolution = { resolution: 'dismissed', reason: 'It is a payout, and was imported.' } as const;
  await context.store.change('unknownTransaction', transactionNumber, {
    from: { resolution: null },
    to: resolution,
  });
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
    const isOfPayout = record !== undefined && isSameReference(record.referenceCode, referenceCode);
    return isOfPayout ? readPayoutAmount(record, { currencyCode }) : undefined;
  } catch (error) {
    // The gateway repeats the callback, and then the record is read again.
    if (error instanceof PgwError) return undefined;
    throw error;
  }
}
