import { moneyText } from '@pgw/protocol';
import { stringify } from 'csv-stringify/sync';
import type { Gateway } from './gateway.ts';
import type { Payment } from './ledger/rows.ts';

/** Which payments a settlement file lists: those that were paid from `from` and before `to`, in milliseconds since the Unix epoch. */
export interface SettlementPeriod {
  readonly from: number;
  readonly to: number;
}

const titles = ['TransactionNumber', 'ReferenceCode', 'Amount', 'CurrencyCode', 'Status', 'PaidAt'];

/** A settlement file as CSV, line by line: the payments that a provider has paid, refunded ones included. Amounts are decimals. */
export function* settlementLines({ ledger }: Gateway, { from, to }: SettlementPeriod): Generator<string> {
  yield stringify([titles]);
  for (const payment of ledger.payments.paidBetween(from, to)) yield stringify([cellsOf(payment)]);
}

function cellsOf({
  transactionNumber,
  referenceCode,
  paidAmount: amount,
  currencyCode,
  status,
  decidedAt,
}: Payment): string[] {
  const decimal = moneyText({ amount, currencyCode }).slice(currencyCode.length + 1);
  const paidAt = new Date(decidedAt ?? 0).toISOString();
  return [transactionNumber, referenceCode, decimal, currencyCode, String(status), paidAt];
}
