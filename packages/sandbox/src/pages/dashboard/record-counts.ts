import type { Gateway } from '../../gateway.ts';
import { toPaymentSearch, wholeList } from './filters.ts';

/** Counts the records of each section of the dashboard that lists all of them. */
export function countRecords({ ledger }: Gateway): {
  readonly transactions: number;
  readonly refunds: number;
  readonly payouts: number;
  readonly callbacks: number;
} {
  return {
    transactions: ledger.payments.countMatches(toPaymentSearch(wholeList)),
    refunds: ledger.refundTable.count(),
    payouts: ledger.payoutTable.count(),
    callbacks: ledger.callbacks.count(),
  };
}

/** Lists how many records of each kind the sandbox has, such as `3 transactions`. Kinds without records are omitted. */
export function listRecordCounts(gateway: Gateway): string[] {
  return Object.entries(countRecords(gateway))
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${count === 1 ? name.replace(/s$/, '') : name}`);
}
