/**
 * What differs between the store and the gateway.
 *
 * - `refund-undecided`: the gateway's refunds have no reason, and can belong to the refunds of the store in more
 *   than one way.
 * - `refund-missing`: a refund is `done` in the store, and the gateway does not have it.
 * - `refund-amount`: the amount or the currency of a refund at the gateway cannot be stored.
 * - `refund-sum`: the refunds in the store have another sum than the gateway's status of the payment means.
 * - `payout-reference`: a payout at the gateway has the reference of a payment.
 */
export type DifferenceCode = (typeof differenceCodes)[number];

/** Every {@link DifferenceCode}. */
export const differenceCodes = [
  'refund-undecided',
  'refund-missing',
  'refund-amount',
  'refund-sum',
  'payout-reference',
] as const;

/** A difference between the store and the gateway that a person must look at. */
export interface StoredDifference {
  /** The reference of the payment. */
  readonly reference: string;
  /** What differs; see {@link DifferenceCode}. */
  readonly code: DifferenceCode;
  /** What differs, with amounts and numbers, and the next step. */
  readonly message: string;
  /** When the difference was found, in milliseconds since the Unix epoch. */
  readonly foundAt: number;
}
