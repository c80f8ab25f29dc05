import { paymentStatus, type CallbackBody } from '@pgw/protocol';
import type { TransactionFacts } from '../events/facts.ts';
import type { UnknownTransaction, UnknownTransactionReport } from '../model/ports/recovery-store.ts';
import { isPayout } from '../operations/import.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import {
  isPayoutChannel,
  queryRecord,
  parseGatewayTime,
  type PaymentRecord,
} from '../sync/gateway-record.ts';
import { findOrderOfPayment, type UnknownPayment } from '../model/unknown-payment.ts';
import { readPrefix } from '../engine/references.ts';
import type { PricedOrder } from '../model/payments/order.ts';
import { CheckoutProblem } from '../model/problem.ts';

/** The maximum number of unknown transactions of one order prefix that a start checks. */
const maxChecked = 20;

/**
 * Stores a verified callback that has no payment, and emits an event unless an operator has dismissed the
 * transaction. Resolves with the operator's resolution.
 */
export async function recordUnknownCallback(
  context: PaymentContext,
  callback: CallbackBody,
  rawBody: string,
): Promise<UnknownTransaction['resolution']> {
  const { transactionNumber } = callback;
  const isNew = await insertTransaction(context, callback, { source: 'callback', rawBody });
  const stored = isNew ? undefined : await context.store.find('unknownTransaction', transactionNumber);
  const resolution = stored?.resolution ?? null;
  if (resolution !== 'dismissed') {
    const cause = isPayoutChannel(context, callback)
      ? `payout ${transactionNumber}, whose amount is not an integer of minor units in the callback and in the record. ` +
        `It is imported when the record has one. Look it up at the gateway, or call operator.unknownTransactions.dismiss('${transactionNumber}', { reason }).`
      : `transaction ${transactionNumber}, and the store has no payment with its reference. The store may have been restored from a backup. ` +
        `Call operator.unknownTransactions.adopt('${transactionNumber}'); see https://pgw-js.github.io/pgw/restoring.`;
    const message = `The callback is stored, and the response makes the gateway repeat it. Its signature is valid, and it reports ${cause}`;
    const facts = getTransactionFacts(callback);
    context.emit({ level: 'error', event: 'callback-for-unknown-payment', message, ...facts });
  }
  return resolution;
}

/** Stores a transaction from a return URL that the gateway has confirmed, unless it is a payout. */
export async function recordUnknownReturn(context: PaymentContext, record: PaymentRecord): Promise<void> {
  if (await isPayout(context, record)) return;
  const { transactionNumber } = record;
  if (!(await insertTransaction(context, record, { source: 'return', rawBody: null }))) return;
  const message =
    `A shopper returned from transaction ${transactionNumber}. The gateway has it, and the store has no payment with its reference. ` +
    `The store may have been restored from a backup. Call operator.unknownTransactions.adopt('${transactionNumber}'); see https://pgw-js.github.io/pgw/restoring.`;
  const facts = getTransactionFacts(record);
  context.emit({ level: 'error', event: 'return-for-unknown-payment', message, ...facts });
}

type ReportedTransaction = Pick<
  CallbackBody,
  'referenceCode' | 'transactionNumber' | 'status' | 'amount' | 'currencyCode'
>;

function insertTransaction(
  { store, now }: PaymentContext,
  { transactionNumber, referenceCode: reference, status, amount, currencyCode }: ReportedTransaction,
  report: Pick<UnknownTransactionReport, 'source' | 'rawBody'>,
): Promise<boolean> {
  const orderPrefix = readPrefix(reference);
  const transaction = { transactionNumber, reference, orderPrefix, amount, currencyCode, status };
  return store.insert('unknownTransaction', { ...transaction, ...report, seenAt: now() });
}

function getTransactionFacts({
  referenceCode: reference,
  transactionNumber,
  status: gatewayStatus,
  amount: receivedAmount,
  currencyCode,
}: ReportedTransaction): TransactionFacts {
  return { reference, transactionNumber, gatewayStatus, receivedAmount, currencyCode };
}

export function toUnknownPayment(
  { references }: Pick<PaymentContext, 'references'>,
  record: PaymentRecord,
): UnknownPayment {
  const { transactionNumber, referenceCode: reference, amount, currencyCode, creationTime } = record;
  return {
    reference,
    transactionNumber,
    amount,
    currencyCode: currencyCode.toUpperCase(),
    createdAt: parseGatewayTime(creationTime),
    matches: (orderId) => references.mayBelongTo(reference, orderId),
  };
}

/**
 * Throws when an unknown transaction may have paid an order, because another payment could charge the customer
 * twice. If the shop has marks, a transaction without its mark blocks no order.
 */
export async function requireNoUnknownPayment(context: PaymentContext, { id }: PricedOrder): Promise<void> {
  const lists = context.references
    .listPrefixes(id)
    .map((orderPrefix) => context.store.search('unknownTransactions', { orderPrefix, limit: maxChecked }));
  const transactions = (await Promise.all(lists))
    .flat()
    .filter(({ reference }) => context.references.mayBelongTo(reference, id));
  for (const { transactionNumber } of transactions.slice(0, maxChecked)) {
    const record = await queryRecord(context, transactionNumber);
    if (record === undefined || hasEnded(record.status) || (await isPayout(context, record))) continue;
    const order = await findOrderOfPayment(context.resolveUnknownPayment, toUnknownPayment(context, record));
    if (context.resolveUnknownPayment !== undefined && order?.orderId !== id) continue;
    throw new CheckoutProblem('payment-being-checked', 'Your payment is being checked. Do not pay again.');
  }
}

function hasEnded(status: number): boolean {
  return ['failed', 'canceled', 'expired', 'refunded'].includes(paymentStatus(status).outcome);
}
