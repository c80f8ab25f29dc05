import type { Inspection, Payment, Refund } from '@pgw/express';
import type { Order } from './orders.ts';
import { paymentChip, type Chip } from './pages/chip.ts';

/** The payments of an order, newest first, and the refunds of all of them. */
export interface OrderMoney {
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
}

const problem = { tone: 'danger', icon: 'alert' } as const;
const isRunning = ({ state }: Refund): boolean => ['requested', 'unknown', 'processing'].includes(state);

/** True while a refund of the payment has no outcome. The gateway rejects another refund in this time. */
export function hasPendingRefund({ refunds }: Pick<Inspection, 'refunds'>): boolean {
  return refunds.some(isRunning);
}

/** The state of an order in a list: problems first, then the state of its payment. */
export function orderStatusOf(order: Order, { payments, refunds }: OrderMoney): Chip {
  const has = (state: Payment['state']): boolean => payments.some((payment) => payment.state === state);
  if (order.state === 'review' || has('review')) return paymentChip('review');
  if (payments.some(isFulfilmentDead)) return { label: 'Not fulfilled', ...problem };
  if (payments.some((payment) => isFulfilmentWithheld(payment) && hasFailedRefund(payment)))
    return { label: 'Not fulfilled', ...problem };
  if (payments.some(isFulfilmentWithheld)) return { label: 'Paid twice', tone: 'warning', icon: 'alert' };
  if (has('refunding') || refunds.some(isRunning)) return paymentChip('refunding');
  if (refunds.some(({ state }) => state === 'done')) {
    const isStillPaid = payments.some(
      ({ state, fulfilment }) => state === 'paid' && fulfilment.state === 'done',
    );
    return isStillPaid ? { label: 'Part refunded', tone: 'neutral', icon: 'back' } : paymentChip('refunded');
  }
  if (has('refunded')) return paymentChip('refunded');
  if (order.state === 'paid') return paymentChip('paid');
  if (has('paid')) return { label: 'Being fulfilled', tone: 'info', icon: 'clock' };
  for (const state of ['authorized', 'unknown', 'open', 'created'] as const) {
    if (has(state)) return paymentChip(state);
  }
  const [newest] = payments;
  return newest === undefined
    ? { label: 'Not paid', tone: 'neutral', icon: 'bar' }
    : paymentChip(newest.state);
}

/** Paid, and `onPaid` failed too often. */
export function isFulfilmentDead({ state, fulfilment }: Payment): boolean {
  return state === 'paid' && fulfilment.state === 'dead';
}

/**
 * Paid, and a full refund failed or was reversed (gateway status 13 or 17). The gateway rejects another
 * refund of such a payment (2010).
 */
export function hasFailedRefund({ state, gatewayStatus }: Payment): boolean {
  return state === 'paid' && (gatewayStatus === 13 || gatewayStatus === 17);
}

/**
 * Paid, and not fulfilled. Another payment has paid the order, or a refund was requested before the payment
 * was recorded as paid.
 */
export function isFulfilmentWithheld({ state, fulfilment }: Payment): boolean {
  return state === 'paid' && fulfilment.state === 'withheld';
}

/** True while it is not known whether the amount was charged. */
export function isCaptureUndecided({ state }: Inspection['captures'][number]): boolean {
  return state === 'requested' || state === 'unknown';
}

/** The authorised amount that is not charged yet, in minor units. */
export function chargeableAmount({ payment }: Pick<Inspection, 'payment'>): number {
  return payment.state === 'authorized' ? payment.amount - (payment.capturedAmount ?? 0) : 0;
}

/**
 * The charged amount that can still be refunded, in minor units. Refunds that failed, or were refused or
 * reversed, do not reduce it.
 */
export function refundableAmount({ payment, refunds }: Pick<Inspection, 'payment' | 'refunds'>): number {
  const reducesRemaining = ({ state }: Refund): boolean => !['failed', 'refused', 'reversed'].includes(state);
  const charged = payment.capturedAmount ?? payment.amount;
  return refunds.filter(reducesRemaining).reduce((left, { amount }) => left - amount, charged);
}

/**
 * The bank and the channel of a payment, such as "Bank Seri · FPX". Undefined for a payment on the gateway's
 * page until its channel is known.
 */
export function bankAndChannel({ bank, channel }: Payment): string | undefined {
  const names = [bank?.name, channel?.name].filter((name) => name != null);
  return names.length === 0 ? undefined : names.join(' · ');
}
