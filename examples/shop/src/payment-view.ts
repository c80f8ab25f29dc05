import type { Order } from './orders.ts';

/** What the shop reads of a payment. Amounts in sen, times in milliseconds. */
export interface PaymentSummary {
  readonly reference: string;
  readonly state: string;
  readonly amount: number;
  readonly channel: { readonly name: string | null } | null;
  readonly bank: { readonly name: string | null } | null;
  readonly settledAt: number | null;
  /** `done`: this payment is the one that the order was fulfilled for. */
  readonly fulfilment: { readonly state: string };
  /** Money on its way back, or back, oldest first. */
  readonly refunds: readonly RefundSummary[];
}

/** What the shop reads of a refund. */
export interface RefundSummary {
  readonly state: string;
  readonly amount: number;
  readonly createdAt: number;
}

/** What is read of @pgw/express. */
export interface PaymentSource {
  readonly payments: { ofOrder(orderId: string): Promise<readonly Omit<PaymentSummary, 'refunds'>[]> };
  readonly operator: {
    inspect(reference: string): Promise<{ readonly refunds: readonly RefundSummary[] } | undefined>;
  };
}

/** The payments of an order with their refunds, as @pgw/express has them. */
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

/** Refunds that the customer has, or may still get: one that failed or was refused is none. */
export function returning(payment: PaymentSummary | undefined): readonly RefundSummary[] {
  const isOver = (state: string): boolean => ['failed', 'refused', 'reversed'].includes(state);
  return (payment?.refunds ?? []).filter(({ state }) => !isOver(state));
}

/** What an order page is about. */
export type OrderStage = 'awaiting' | 'approved' | 'paid' | 'not-paid' | 'expired' | 'refund' | 'review';

const stages: Readonly<Record<string, OrderStage>> = {
  created: 'awaiting',
  unknown: 'awaiting',
  open: 'awaiting',
  // The money is there; the order says so itself, a moment later, once it is fulfilled.
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

/** Payments that matter more than others, whichever the browser came back with. */
const weight = ['refunding', 'refunded', 'paid', 'authorized', 'review', 'open', 'unknown', 'created'];

/**
 * The payment that an order's page shows: the one that decides the order, else the one the browser came back with, else
 * the newest. Undefined when nobody tried to pay.
 */
export function shownPayment(
  payments: readonly PaymentSummary[],
  named: string | undefined,
): PaymentSummary | undefined {
  const fulfilled = payments.find(({ fulfilment }) => fulfilment.state === 'done');
  if (fulfilled !== undefined) return fulfilled;
  for (const state of weight) {
    const found = payments.find((payment) => payment.state === state);
    if (found !== undefined) return found;
  }
  return payments.find(({ reference }) => reference === named) ?? payments[0];
}

/** The stage, from what the shop recorded. The address the browser came back with has no say in it. */
export function stageOf(order: Order, payment: PaymentSummary | undefined): OrderStage {
  const stage = payment === undefined ? 'not-paid' : (stages[payment.state] ?? 'awaiting');
  if (order.state === 'review') return 'review';
  if (stage === 'refund' || returning(payment).length > 0) return 'refund';
  return order.state === 'paid' ? 'paid' : stage;
}
