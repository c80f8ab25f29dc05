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
  /** Null until the shop knows the number of the gateway. */
  readonly transactionNumber?: string | null;
  /** `awaited`: no card was sent, so nothing can be charged. Null for a payment whose card the shop does not send. */
  readonly card?: { readonly state: string } | null;
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
  return { ofOrder };
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
 * Returns the payments that charge or hold money in addition to the selected one. Returns no payments when the selected
 * payment does not pay the order.
 */
export function findExtraPayments(
  payments: readonly PaymentSummary[],
  selected: PaymentSummary | undefined,
): readonly PaymentSummary[] {
  if (selected === undefined || (selected.fulfillment.state !== 'done' && selected.state !== 'paid'))
    return [];
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
 * Selects the payment that the order page shows: first the payment that fulfilled the order, or the one that the shop keeps instead, then a payment in a
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
  // After a double payment, the shop keeps the money of one payment. It may have returned that of the fulfilled one.
  const isReturned = ['refunding', 'refunded'].includes(fulfilled?.state ?? '');
  const kept = isReturned ? payments.find(({ state }) => state === 'paid') : undefined;
  if (fulfilled !== undefined) return kept ?? fulfilled;
  for (const state of decisiveStates) {
    const payment = payments.find((candidate) => candidate.state === state);
    if (payment !== undefined) return payment;
  }
  return payments.find(({ reference }) => reference === returnReference) ?? payments[0];
}

/** True for a payment that only the gateway has, because the response to its start was lost. It may be paid there. */
function hasLostNumber(payment: PaymentSummary | undefined): boolean {
  return payment?.state === 'expired' && payment.transactionNumber === null;
}

/** True while the payment has no outcome. */
export function isPending(payment: PaymentSummary | undefined): boolean {
  return ['created', 'unknown', 'open'].includes(payment?.state ?? '') || hasLostNumber(payment);
}

/** True for a payment whose card was never sent, for example at the limit of cards. */
function isCardMissing(payment: PaymentSummary | undefined): boolean {
  return isPending(payment) && payment?.card?.state === 'awaited';
}

/**
 * Returns the stage of an order from the stored order and payment. The parameters of the return URL have no
 * effect on it.
 */
export function getStage(order: Order, payment: PaymentSummary | undefined): OrderStage {
  const isUnpaid = payment === undefined || isCardMissing(payment);
  const state = hasLostNumber(payment) ? 'unknown' : payment?.state;
  const stage = isUnpaid ? 'not-paid' : (stages[state ?? ''] ?? 'awaiting');
  if (stage === 'refund' || findActiveRefunds(payment).length > 0) return 'refund';
  return order.state === 'paid' ? 'paid' : stage;
}
