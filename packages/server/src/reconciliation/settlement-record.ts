import * as z from '@pgw/protocol/zod';

/**
 * One record of the gateway. Payments come from a settlement file, and refunds and payouts come from the
 * history of a wallet. Amounts are positive integers of minor units.
 */
export interface SettlementRecord {
  /** What moved the money. */
  readonly kind: 'payment' | 'refund' | 'payout';
  /** The gateway's number of the transaction. For a refund, it is the number of the refund. */
  readonly transactionNumber: string;
  /** The merchant's reference; null if the source has none. */
  readonly reference: string | null;
  /** Positive integer of minor units. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in any letter case. */
  readonly currencyCode: string;
  /** The status of a payment, see `paymentStatus`; null if the source only lists successful payments. */
  readonly status: number | null;
  /** The fee of the gateway, an integer of minor units; null or missing if the source has none. For an export. */
  readonly fee?: number | null | undefined;
  /** The balance of the wallet afterwards, an integer of minor units; null or missing if the source has none. For an export. */
  readonly balance?: number | null | undefined;
}

const textSchema = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters');

/** The schema of {@link SettlementRecord}. */
export const settlementRecordSchema: z.ZodType<SettlementRecord> = z.object({
  kind: z.enum(['payment', 'refund', 'payout']),
  transactionNumber: textSchema,
  reference: textSchema.nullable(),
  amount: z.number().int('must be an integer of minor units').positive('must be above 0'),
  currencyCode: z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code'),
  status: z.number().int().nullable(),
  fee: z.number().int('must be an integer of minor units').nullish(),
  balance: z.number().int('must be an integer of minor units').nullish(),
});

/** A payout that the shop has requested. It is compared with the payouts in the history of a wallet. */
export interface ShopPayout {
  /** The shop's reference of the payout. Only the first payout with a reference is compared. */
  readonly reference: string;
  /** The gateway's number of the payout; null when the shop does not have it. */
  readonly transactionNumber: string | null;
  /** Positive integer of minor units. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in any letter case. */
  readonly currencyCode: string;
}

/** One side of a difference. */
export interface Side {
  /** The gateway's number of the transaction; null when the shop does not have it. */
  readonly transactionNumber: string | null;
  /** The merchant's reference; null when the record has none. */
  readonly reference: string | null;
  /** Integer minor units. For an authorized payment in the shop, the sum of its captures. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /** The state in the shop, or the status at the gateway. */
  readonly state: string | null;
}

/**
 * A difference between the shop and the gateway. Its `type`:
 *
 * - `missing`: the shop has a payment that was paid in the period, and no record matches it.
 * - `unknown`: a record matches nothing in the shop. An unknown payment can be adopted.
 * - `different`: the amount, the currency or the state differs; see `fields`.
 * - `duplicate`: an earlier record has the same transaction.
 */
export interface Difference {
  /** What differs, as described above. */
  readonly type: 'missing' | 'unknown' | 'different' | 'duplicate';
  /** What moved the money. */
  readonly kind: SettlementRecord['kind'];
  /** The fields that differ. Empty unless `type` is `different`. */
  readonly fields: readonly ('amount' | 'currency' | 'state')[];
  /** The values in the shop; null when no payment, refund or payout of the shop matches the record. */
  readonly shop: Side | null;
  /** The values in the record; null when `type` is `missing`. */
  readonly gateway: Side | null;
}

/** Counts and sums of one kind in one currency. Sums are in minor units. */
export interface ReconciliationTotal {
  /** What moved the money. */
  readonly kind: SettlementRecord['kind'];
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /** The number of records, including repeated ones. */
  readonly records: number;
  /** The sum of the amounts of these records. */
  readonly recordSum: number;
  /** The number of rows of the shop that a record matches or that are missing. */
  readonly shopCount: number;
  /** The sum of the amounts of these rows. */
  readonly shopSum: number;
}

/** The sums of a reconciliation. */
export interface ReconciliationSummary {
  /** The number of compared records, including repeated ones. */
  readonly records: number;
  /** The number of differences of each type. */
  readonly differences: Readonly<Record<Difference['type'], number>>;
  /** Counts and sums, with one entry for each kind and currency. */
  readonly totals: readonly ReconciliationTotal[];
  /**
   * The number of records with the mark of another shop; see the option `referenceMarks` of `createCheckout`.
   * They are in no other number.
   */
  readonly otherShopRecords: number;
  /**
   * The number of payments without a record that the shop created before the period and settled in it. The
   * gateway may have counted them in the previous period, so they are not a difference.
   */
  readonly possiblyInPreviousPeriod: number;
}
