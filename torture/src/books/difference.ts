import type { AttentionReason } from '../shop/office.ts';

/** The sums of one payment or payout in one currency, in minor units. Fees of the shopper are not part of them. */
export interface Sums {
  /** Received from the shopper, before refunds. */
  readonly received: number;
  /** Returned to the shopper, with charges. */
  readonly refunded: number;
  /** The amount of refunds without an outcome. */
  readonly refunding: number;
  readonly paidOut: number;
  /** The amount of payouts without an outcome. */
  readonly pending: number;
}

/** A difference between the journal of the gateway and the shop. */
export interface BookDifference {
  readonly reference: string;
  readonly currencyCode: string;
  readonly field: keyof Sums;
  readonly journal: number;
  readonly shop: number;
  /** The entry of "Needs attention" that names the difference. Undefined if there is none. */
  readonly shownBy: AttentionReason | undefined;
}
