/** A payment that the gateway has and the store does not have. The shop finds its order. */
export interface UnknownPayment {
  /** The `referenceCode` in the gateway's record. */
  readonly reference: string;
  /** The gateway's number of the transaction. */
  readonly transactionNumber: string;
  /** The amount in the gateway's record, in minor units. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /**
   * When the gateway created the transaction, in milliseconds since the Unix epoch. Null if the record has no
   * time.
   */
  readonly createdAt: number | null;
  /**
   * True if the reference can belong to the order with this id. Several orders may match, so compare amount
   * and time too.
   */
  readonly matches: (orderId: string) => boolean;
}

/** A function of the shop that returns the id of the order of an unknown payment, or undefined. */
export type OrderOfPayment = (payment: UnknownPayment) => string | undefined | Promise<string | undefined>;
