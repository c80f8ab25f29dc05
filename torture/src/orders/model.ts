/** A result of a query of the gateway's record. */
export interface StatusUpdate {
  readonly status: number;
  /** True when the record has another amount than the shop stored. */
  readonly hasAnotherAmount?: boolean;
}

/** A payment in the reference model. */
export interface ModelPayment {
  readonly state: string;
  /** The number of fulfillments of the order: 0 or 1. */
  readonly effects: number;
  /**
   * True when the first update that made the payment paid had another status than 1 (Success). The payment
   * then waits for an operator.
   */
  readonly isWithheld: boolean;
}

export const initialPayment: ModelPayment = { state: 'open', effects: 0, isWithheld: false };

/** The states by the gateway's payment status, as docs/gateway-profile.md lists them. */
const stateByStatus: Readonly<Record<number, string>> = {
  1: 'paid',
  2: 'failed',
  3: 'canceled',
  9: 'authorized',
  10: 'expired',
  11: 'refunded',
  12: 'refunding',
  13: 'paid',
  17: 'paid',
};

/** True for a payment that failed, was canceled or expired. */
const isOver = (state: string): boolean => ['failed', 'canceled', 'expired'].includes(state);
/** True for a payment that is or was paid. */
const hasHadMoney = (state: string): boolean => ['paid', 'refunding', 'refunded'].includes(state);

/**
 * Returns the payment after a status update. Uses no code of the checkout. A payment is over when it
 * failed, was canceled or expired. The rules:
 *
 * - A record with another amount changes nothing at first: it is queried again for five minutes before a review.
 * - An authorized payment that becomes paid was captured elsewhere, in full or in part: a person decides.
 * - A payment that had money never becomes failed, canceled or expired.
 * - Only status 1 fulfills an order, and only if no other status made the payment paid earlier.
 * - A refund changes only a payment that is not over.
 * - A payment that is over changes only when money or an authorization arrives.
 * - An unknown status changes nothing.
 */
export function applyUpdate(payment: ModelPayment, update: StatusUpdate): ModelPayment {
  const { state, effects, isWithheld } = payment;
  const next = stateByStatus[update.status];
  if (state === 'review' || next === undefined) return payment;
  if (state === 'authorized' && next === 'paid') return { ...payment, state: 'review' };
  if (update.hasAnotherAmount === true) return payment;
  if (next === 'paid') {
    const isFirst = effects === 0 && !isWithheld;
    if (!isFirst) return { ...payment, state: 'paid' };
    return { state: 'paid', effects: update.status === 1 ? 1 : 0, isWithheld: update.status !== 1 };
  }
  if (next === 'authorized') return { ...payment, state: hasHadMoney(state) ? state : next };
  if (isOver(next)) return { ...payment, state: hasHadMoney(state) || isOver(state) ? state : next };
  return { ...payment, state: isOver(state) ? state : next };
}

/**
 * Returns the possible end states of a payment whose record had these statuses in this order. The checkout
 * queries the gateway at any time, and once at the end. So it receives some of the statuses, and always the
 * last one. Most histories have one end state. An exception is a failed payment that was paid and refunded
 * between two queries: it stays failed.
 */
export function listPossibleEndStates(history: readonly number[]): ModelPayment[] {
  const last = history.at(-1);
  if (last === undefined) return [initialPayment];
  // Each earlier status was either received or missed, so the number of payments doubles with each status.
  const beforeLast = history
    .slice(0, -1)
    .reduce<ModelPayment[]>(
      (payments, status) => [...payments, ...payments.map((payment) => applyUpdate(payment, { status }))],
      [initialPayment],
    );
  return beforeLast.map((payment) => applyUpdate(payment, { status: last }));
}
