import type { DatabaseSync } from 'node:sqlite';
import * as z from '@pgw/protocol/zod';

const paymentTotalsRow = z.object({
  transactionNumber: z.string(),
  referenceCode: z.string(),
  currencyCode: z.string(),
  /** The amount that is authorized and not captured. */
  held: z.number(),
  /** Pay-ins and captures, minus charge-backs. Fees of the shopper and refunds are not part of it. */
  received: z.number(),
  /** The amount that completed refunds took from the merchant, minus refunds that were reversed. */
  refunded: z.number(),
  /** The part of `refunded` that a provider kept as a charge, so that the shopper did not get it. */
  charged: z.number(),
  /** The amount of refunds in progress. */
  refunding: z.number(),
});

const payoutTotalsRow = z.object({
  transactionNumber: z.string(),
  referenceCode: z.string(),
  currencyCode: z.string(),
  /** The amount that the beneficiary received. */
  paidOut: z.number(),
  /** The amount of a payout that is not decided yet. */
  pending: z.number(),
});

/** The totals of the journal for one payment in one currency, in minor units. */
export type PaymentTotals = z.output<typeof paymentTotalsRow>;
/** The totals of the journal for one payout, in minor units. */
export type PayoutTotals = z.output<typeof payoutTotalsRow>;

/** Totals the entries of each payment and its refunds. Payments without entries are omitted. Oldest first. */
export function listPaymentTotals(database: DatabaseSync): PaymentTotals[] {
  const sumWhere = (condition: string): string =>
    `coalesce(sum(postings.amount) FILTER (WHERE ${condition}), 0)`;
  return database
    .prepare(
      `SELECT payments.transactionNumber, payments.referenceCode, postings.currencyCode,
         ${sumWhere(`refundNumber IS NULL AND account LIKE 'clearing/%'`)} AS held,
         ${sumWhere(`refundNumber IS NULL AND account LIKE 'receivable/%'`)} AS received,
         ${sumWhere(`refundNumber IS NOT NULL AND account IN ('customers', 'fees')`)} AS refunded,
         ${sumWhere(`refundNumber IS NOT NULL AND account = 'fees'`)} AS charged,
         ${sumWhere(`refundNumber IS NOT NULL AND account LIKE 'clearing/%'`)} AS refunding
       FROM postings JOIN journal ON journal.id = entryId LEFT JOIN refunds ON refundNumber = about
         JOIN payments ON payments.transactionNumber = coalesce(refunds.transactionNumber, about)
       GROUP BY payments.transactionNumber, postings.currencyCode ORDER BY payments.rowid`,
    )
    .all()
    .map((row) => paymentTotalsRow.parse(row));
}

/** Totals the entries of each payout. Oldest first. */
export function listPayoutTotals(database: DatabaseSync): PayoutTotals[] {
  return database
    .prepare(
      `SELECT payouts.transactionNumber, payouts.referenceCode, postings.currencyCode,
         coalesce(sum(postings.amount) FILTER (WHERE account = 'beneficiaries'), 0) AS paidOut,
         coalesce(sum(postings.amount) FILTER (WHERE account LIKE 'clearing/%'), 0) AS pending
       FROM payouts JOIN journal ON about = payouts.transactionNumber JOIN postings ON entryId = journal.id
       GROUP BY payouts.transactionNumber, postings.currencyCode ORDER BY payouts.rowid`,
    )
    .all()
    .map((row) => payoutTotalsRow.parse(row));
}
