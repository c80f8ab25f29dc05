import type { Order } from './orders.ts';

/** What the shop reads of a payment. Amounts in sen, times in milliseconds. */
export interface PaymentSummary {
  readonly reference: string;
  readonly state: string;
  readonly amount: number;
  readonly channelName: string | null;
  readonly bankName: string | null;
  readonly settledAt: number | null;
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
  for (const state of weight) {
    const found = payments.find((payment) => payment.state === state);
    if (found !== undefined) return found;
  }
  return payments.find(({ reference }) => reference === named) ?? payments[0];
}

/** The stage, from what the shop recorded. The address the browser came back with has no say in it. */
export function stageOf(order: Order, payment: PaymentSummary | undefined): OrderStage {
  const stage = payment === undefined ? 'not-paid' : (stages[payment.state] ?? 'awaiting');
  if (order.state === 'review' || stage === 'refund') return order.state === 'review' ? 'review' : stage;
  return order.state === 'paid' ? 'paid' : stage;
}
