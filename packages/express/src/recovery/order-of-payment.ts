/** A transaction at the gateway whose payment the store does not have, for the shop to find its order. */
export interface UnknownPayment {
  readonly reference: string;
  readonly transactionNumber: string;
  /** The gateway's record, in minor units. */
  readonly amount: number;
  readonly currencyCode: string;
  /** When the gateway created it, in milliseconds since the Unix epoch; null when its record does not say. */
  readonly createdAt: number | null;
  /** True when the reference can be of the order with this id. Several orders may match; compare amount and time as well. */
  readonly matches: (orderId: string) => boolean;
}

/** The shop's hook: finds the order of an unknown payment; undefined when the shop has none for it. */
export type OrderOfPayment = (payment: UnknownPayment) => string | undefined | Promise<string | undefined>;
