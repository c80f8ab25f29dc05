import type { Order } from './orders.ts';

/** What the shop reads of a payment. Amounts in sen, times in milliseconds. */
export interface PaymentSummary {
  readonly reference: string;
  readonly state: string;
  readonly amount: number;
  /** The fee of the channel, in sen; paid in addition to the amount. */
  readonly fee: number;
  readonly channel: { readonly name: string | null } | null;
  readonly bank: { readonly name: string | null } | null;
  readonly settledAt: number | null;
  /** `done`: this payment is the one that the order was fulfilled for. */
  readonly fulfilment: { readonly state: string };
  /** Oldest first. */
  readonly refunds: readonly RefundSummary[];
}

/** What the shop reads of a refund. */
export interface RefundSummary {
  readonly state: string;
  readonly amount: number;
  readonly createdAt: number;
}

/** What the shop uses of @pgw/express. */
export interface PaymentSource {
  readonly payments: { ofOrder(orderId: string): Promise<readonly Omit<PaymentSummary, 'refunds'>[]> };
  readonly operator: {
    inspect(reference: string): Promise<{ readonly refunds: readonly RefundSummary[] } | undefined>;
  };
}

/** Loads the payments of an order with their refunds. */
export function paymentsWithRefunds({ payments, operator }: PaymentSource) {
  return {
    ofOrder: async (orderId: string): Promise<PaymentSummary[]> => {
      const found = await payments.ofOrder(orderId);
      return Promise.all(
        found.map(async (payment) => {
          const mayHaveRefunds = ['paid', 'refunding', 'refunded'].includes(payment.state);
          const inspection = mayHaveRefunds ? await operator.inspect(payment.reference) : undefined;
          return { ...payment, refunds: inspection?.refunds ?? [] };
        }),
      );
    },
  };
}

/** Refunds whose money was returned or may still be. A refund that failed or was refused is left out. */
export function activeRefunds(payment: PaymentSummary | undefined): readonly RefundSummary[] {
  const isOver = (state: string): boolean => ['failed', 'refused', 'reversed'].includes(state);
  return (payment?.refunds ?? []).filter(({ state }) => !isOver(state));
}

/** Payments that were made although the order was paid by the shown one. Empty while the shown payment does not decide the order. */
export function extraPayments(
  payments: readonly PaymentSummary[],
  shown: PaymentSummary | undefined,
): readonly PaymentSummary[] {
  if (shown?.fulfilment.state !== 'done') return [];
  const isMoneyTaken = (state: string): boolean =>
    ['paid', 'authorized', 'refunding', 'refunded'].includes(state);
  return payments.filter(({ reference, state }) => reference !== shown.reference && isMoneyTaken(state));
}

/** What an order page is about. */
export type OrderStage = 'awaiting' | 'approved' | 'paid' | 'not-paid' | 'expired' | 'refund' | 'review';

const stages: Readonly<Record<string, OrderStage>> = {
  created: 'awaiting',
  unknown: 'awaiting',
  open: 'awaiting',
  // The order itself becomes paid a moment later, when it is fulfilled.
  paid: 'awaiting',
  authorized: 'approved',
  refused: 'not-paid',
  failed: 'not-paid',
  cancelled: 'not-paid',
  expired: 'expired',
  refunding: 'refund',
  refunded: 'refund',
  review: 'review',
};

/** States that decide an order, in order of importance. */
const decisive = ['refunding', 'refunded', 'paid', 'authorized', 'review'];

/**
 * The payment that the page of an order shows: the one that decides the order, otherwise the one of the return URL, otherwise
 * the newest. An open payment is not shown after the shopper has chosen another way to pay. Undefined when there is no payment.
 *
 * @param payments - Newest first.
 */
export function selectPayment(
  payments: readonly PaymentSummary[],
  named: string | undefined,
): PaymentSummary | undefined {
  const fulfilled = payments.find(({ fulfilment }) => fulfilment.state === 'done');
  if (fulfilled !== undefined) return fulfilled;
  for (const state of decisive) {
    const found = payments.find((payment) => payment.state === state);
    if (found !== undefined) return found;
  }
  return payments.find(({ reference }) => reference === named) ?? payments[0];
}

/** The stage, from the stored order and payment. The parameters of the return URL have no effect on it. */
export function stageOf(order: Order, payment: PaymentSummary | undefined): OrderStage {
  const stage = payment === undefined ? 'not-paid' : (stages[payment.state] ?? 'awaiting');
  if (order.state === 'review') return 'review';
  if (stage === 'refund' || activeRefunds(payment).length > 0) return 'refund';
  return order.state === 'paid' ? 'paid' : stage;
}
