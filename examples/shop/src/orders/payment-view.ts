import type { Order } from './orders.ts';

/** The properties of a payment that the shop reads. Amounts are in sen, times in milliseconds. */
export interface PaymentSummary {
  readonly reference: string;
  readonly state: string;
  readonly amount: number;
  /** The fee of the channel, in addition to the amount. */
  readonly fee: number;
  readonly channel: { readonly name: string | null } | null;
  readonly bank: { readonly name: string | null } | null;
  readonly stateChangedAt: number | null;
  /** `done`: the order was fulfilled for this payment. */
  readonly fulfillment: { readonly state: string };
  /** Oldest first. */
  readonly refunds: readonly RefundSummary[];
}

/** The properties of a refund that the shop reads. */
export interface RefundSummary {
  readonly state: string;
  readonly amount: number;
  readonly createdAt: number;
}

/** The methods of @pgw/express that read payments and refunds. */
export interface PaymentSource {
  readonly payments: {
    list(filter: { readonly orderId: string }): Promise<readonly Omit<PaymentSummary, 'refunds'>[]>;
  };
  readonly operator: {
    readonly payments: {
      inspect(reference: string): Promise<{ readonly refunds: readonly RefundSummary[] } | undefined>;
    };
  };
}

/** Creates an object that reads the payments of an order with their refunds. */
export function createPaymentReader({ payments, operator }: PaymentSource) {
  const ofOrder = async (orderId: string): Promise<PaymentSummary[]> => {
    const orderPayments = await payments.list({ orderId });
    return Promise.all(
      orderPayments.map(async (payment) => {
        const canHaveRefunds = ['paid', 'refunding', 'refunded'].includes(payment.state);
        const inspection = canHaveRefunds ? await operator.payments.inspect(payment.reference) : undefined;
        return { ...payment, refunds: inspection?.refunds ?? [] };
      }),
    );
  };
  return {
    ofOrder,
    /** True when a card was approved for the order, and is charged later. */
    isApproved: async (orderId: string): Promise<boolean> =>
      selectPayment(await ofOrder(orderId), undefined)?.state === 'authorized',
  };
}

/**
 * Returns the refunds that are done or pending. Refunds that failed, or were refused or reversed, are left
 * out.
 */
export function findActiveRefunds(payment: PaymentSummary | undefined): readonly RefundSummary[] {
  const hasFailed = (state: string): boolean => ['failed', 'refused', 'reversed'].includes(state);
  return (payment?.refunds ?? []).filter(({ state }) => !hasFailed(state));
}

/**
 * Returns the payments that charge or hold money although another payment has already fulfilled the order.
 * Returns no payments when the order was not fulfilled for the selected payment.
 */
export function findExtraPayments(
  payments: readonly PaymentSummary[],
  selected: PaymentSummary | undefined,
): readonly PaymentSummary[] {
  if (selected?.fulfillment.state !== 'done') return [];
  const isChargedOrHeld = (state: string): boolean =>
    ['paid', 'authorized', 'refunding', 'refunded'].includes(state);
  return payments.filter(
    ({ reference, state }) => reference !== selected.reference && isChargedOrHeld(state),
  );
}

/** The stage of an order. It determines the content of the order page. */
export type OrderStage = 'awaiting' | 'approved' | 'paid' | 'not-paid' | 'expired' | 'refund' | 'review';

/** The stage for each state of a payment. */
const stages: Readonly<Record<string, OrderStage>> = {
  created: 'awaiting',
  unknown: 'awaiting',
  open: 'awaiting',
  // The order of a paid payment becomes `paid` when it is fulfilled. Until then it is awaiting.
  paid: 'awaiting',
  authorized: 'approved',
  refused: 'not-paid',
  failed: 'not-paid',
  canceled: 'not-paid',
  expired: 'expired',
  refunding: 'refund',
  refunded: 'refund',
  review: 'review',
  reversed: 'review',
};

/** The states in which a payment is shown before the payment of the return URL, the most important first. */
const decisiveStates = ['refunding', 'refunded', 'paid', 'authorized', 'review', 'reversed'];

/**
 * Selects the payment that the order page shows: first the payment that fulfilled the order, then a payment in a
 * decisive state, then the payment in the return URL, then the newest payment. Undefined when there is no
 * payment.
 *
 * @param payments - Newest first.
 * @param returnReference - The payment reference in the return URL. Undefined when the URL has none.
 */
export function selectPayment(
  payments: readonly PaymentSummary[],
  returnReference: string | undefined,
): PaymentSummary | undefined {
  const fulfilled = payments.find(({ fulfillment }) => fulfillment.state === 'done');
  if (fulfilled !== undefined) return fulfilled;
  for (const state of decisiveStates) {
    const payment = payments.find((candidate) => candidate.state === state);
    if (payment !== undefined) return payment;
  }
  return payments.find(({ reference }) => reference === returnReference) ?? payments[0];
}

/** True while the payment has no outcome. */
export function isPending(payment: PaymentSummary | undefined): boolean {
  return ['created', 'unknown', 'open'].includes(payment?.state ?? '');
}

/**
 * Returns the stage of an order from the stored order and payment. The parameters of the return URL have no
 * effect on it.
 */
export function getStage(order: Order, payment: PaymentSummary | undefined): OrderStage {
  const stage = payment === undefined ? 'not-paid' : (stages[payment.state] ?? 'awaiting');
  if (order.state === 'review') return 'review';
  if (stage === 'refund' || findActiveRefunds(payment).length > 0) return 'refund';
  return order.state === 'paid' ? 'paid' : stage;
}
