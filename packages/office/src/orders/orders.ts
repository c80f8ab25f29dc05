/** A line of an order, with its price at the time of the order. */
export interface OrderLine {
  readonly title: string;
  /** The chosen options, such as "Whole bean". May be empty. */
  readonly detail: string;
  readonly quantity: number;
  /** Price of the whole line, in sen. */
  readonly total: number;
}

/**
 * An order of the shop. Amounts are in sen (100 sen are 1 ringgit), times in milliseconds since the Unix
 * epoch.
 */
export interface Order {
  readonly id: string;
  /** `review`: the paid amount differs from the amount of the order. */
  readonly state: 'awaiting' | 'paid' | 'review';
  readonly customer: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly address: string;
  };
  readonly lines: readonly OrderLine[];
  readonly subtotal: number;
  /** The price of the delivery. */
  readonly delivery: number;
  readonly amount: number;
  readonly createdAt: number;
  readonly paidAt: number | null;
}

/** A filter of orders. An order must match every property that is set. */
export interface OrderFilter {
  readonly states?: readonly Order['state'][];
  readonly ids?: readonly string[];
  readonly withoutIds?: readonly string[];
  readonly amount?: number;
  /** A part of the order number, the name or the email address, in any letter case. */
  readonly text?: string;
}

/** The methods through which the back office reads and updates the shop's orders. */
export interface OrderSource {
  find(id: string): Order | undefined;
  /** Returns a page of the matching orders, newest first, and the number of all matching orders. */
  search(
    filter: OrderFilter,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly orders: readonly Order[]; readonly total: number };
  /** Returns the number of matching orders. */
  count(filter: OrderFilter): number;
  /** Marks an order in review as paid, after a clerk has accepted the paid amount. */
  acceptPaidAmount(orderId: string): void;
  /**
   * Records that a refund of the order will be requested. The shop must reject payments of the order from then
   * on. A second call with the same key must have no effect.
   */
  recordRefundRequest(orderId: string, key: string): void;
}
