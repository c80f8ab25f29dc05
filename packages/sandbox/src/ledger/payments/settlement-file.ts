import { type TimeInput } from '@pgw/protocol';
import { readTime, decimalText } from '@pgw/protocol/internal';
import { stringify } from 'csv-stringify/sync';
import type { Ledger } from '../ledger.ts';
import type { Payment } from '../tables.ts';

/** The file lists the payments that were paid in the period. */
export interface SettlementPeriod {
  /** The start of the period. */
  readonly from: TimeInput;
  /** The end of the period, which is not part of it. */
  readonly to: TimeInput;
  /** The merchant, whose payments are listed. Default: the payments of all merchants. */
  readonly merchantId?: string | undefined;
}

const columnNames = ['TransactionNumber', 'ReferenceCode', 'Amount', 'CurrencyCode', 'Status', 'PaidAt'];

/** CSV lines of the paid payments, including refunded ones. Amounts are decimals. */
export function* createSettlementLines(
  { payments }: Ledger,
  { from, to, merchantId }: SettlementPeriod,
): Generator<string> {
  yield stringify([columnNames]);
  const condition =
    'paidAmount > 0 AND decidedAt >= :from AND decidedAt < :to AND tenantId = coalesce(:merchantId, tenantId) ORDER BY decidedAt, rowid';
  const parameters = { from: readTime(from), to: readTime(to), merchantId: merchantId ?? null };
  for (const payment of payments.iterate(condition, parameters)) yield stringify([toCells(payment)]);
}

function toCells({
  transactionNumber,
  referenceCode,
  paidAmount: amount,
  currencyCode,
  status,
  decidedAt,
}: Payment): string[] {
  const decimal = decimalText({ amount, currencyCode });
  const paidAt = new Date(decidedAt ?? 0).toISOString();
  return [transactionNumber, referenceCode, decimal, currencyCode, String(status), paidAt];
}
