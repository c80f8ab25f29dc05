import { z } from 'zod';

/**
 * One line of what the gateway says: of a settlement file for payments, of a wallet's history for refunds and payouts. Amounts are
 * positive integers of minor units.
 */
export interface SettlementRecord {
  readonly kind: 'payment' | 'refund' | 'payout';
  /** The gateway's number of the transaction; of a refund, of the refund itself. */
  readonly transactionNumber: string;
  /** The merchant's reference; null where the source does not say. */
  readonly reference: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  /** By `paymentStatus`, of a payment; null where the source lists successful ones only. */
  readonly status: number | null;
}

const text = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters');

/** The schema of {@link SettlementRecord}. */
export const settlementRecord: z.ZodType<SettlementRecord> = z.object({
  kind: z.enum(['payment', 'refund', 'payout']),
  transactionNumber: text,
  reference: text.nullable(),
  amount: z.number().int('must be an integer of minor units').positive('must be above 0'),
  currencyCode: z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code'),
  status: z.number().int().nullable(),
});

/** A payout that the shop has requested, for the comparison with the payouts of a wallet's history. */
export interface KnownPayout {
  readonly reference: string;
  readonly transactionNumber: string | null;
  readonly amount: number;
  readonly currencyCode: string;
}

/** One side of a difference. */
export interface Side {
  readonly transactionNumber: string | null;
  readonly reference: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  /** Of the shop, its own state; of the gateway, its status. */
  readonly state: string | null;
}

/**
 * What differs.
 *
 * - `missing`: the shop has it as paid in the period, and no record names it.
 * - `unknown`: a record names it, and the shop does not have it. A payment can be adopted.
 * - `different`: amount, currency or state differ; `fields` names them.
 * - `doubled`: a further record of the same transaction.
 */
export interface Difference {
  readonly type: 'missing' | 'unknown' | 'different' | 'doubled';
  readonly kind: SettlementRecord['kind'];
  readonly fields: readonly ('amount' | 'currency' | 'state')[];
  readonly shop: Side | null;
  readonly gateway: Side | null;
}

/** Counts and sums of one kind in one currency; sums in minor units. */
export interface ReconciliationTotal {
  readonly kind: SettlementRecord['kind'];
  readonly currencyCode: string;
  readonly records: number;
  /** Of all records, repeated ones included. */
  readonly recordSum: number;
  /** Of what the shop has and a record names, or is missing. */
  readonly shopCount: number;
  readonly shopSum: number;
}

/** The sums of a reconciliation. */
export interface ReconciliationSummary {
  readonly records: number;
  readonly differences: Readonly<Record<Difference['type'], number>>;
  readonly totals: readonly ReconciliationTotal[];
  /**
   * Payments that the shop created before the period and settled in it, and no record names: the gateway may have paid them on either side of
   * the period's beginning, so they are no difference. The period before has them.
   */
  readonly atTheEdge: number;
}
