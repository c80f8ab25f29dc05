/** A line of an order, at the price it was ordered at. */
export interface OrderLine {
  readonly title: string;
  readonly detail: string;
  readonly quantity: number;
  /** Price of the whole line, in sen. */
  readonly total: number;
}

/** An order as the back office shows it. Amounts are in sen, times in milliseconds. */
export interface Order {
  readonly id: string;
  /** `review`: a payment arrived, but not for the sum of the order. */
  readonly state: 'awaiting' | 'paid' | 'review';
  readonly customer: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly address: string;
  };
  readonly lines: readonly OrderLine[];
  readonly subtotal: number;
  readonly delivery: number;
  readonly amount: number;
  readonly createdAt: number;
  readonly paidAt: number | null;
}

/** Which orders to list; an order must match every property that is set. */
export interface OrderFilter {
  readonly states?: readonly Order['state'][];
  readonly ids?: readonly string[];
  readonly withoutIds?: readonly string[];
  /** Part of a number, a name or an email address, in any letter case. */
  readonly text?: string;
}

/** What the back office needs of a shop's orders. */
export interface OrderSource {
  find(id: string): Order | undefined;
  /** A page of the orders that match, newest first, and how many match. */
  search(
    filter: OrderFilter,
    page: { readonly limit: number; readonly offset: number },
  ): { readonly orders: readonly Order[]; readonly total: number };
  count(filter: OrderFilter): number;
  /** A refund of this order was requested: it can't be paid from now on. The same key may arrive again. */
  recordRefundRequest(orderId: string, key: string): void;
}
