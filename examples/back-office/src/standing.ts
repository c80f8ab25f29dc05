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

/** True while a refund of the payment has no outcome: the gateway rejects another one until then. */
export function hasRunningRefund({ refunds }: Pick<Inspection, 'refunds'>): boolean {
  return refunds.some(isRunning);
}

/** The state of an order in a list: problems first, then the state of its payment. */
export function standingOf(order: Order, { payments, refunds }: OrderMoney): Chip {
  const has = (state: Payment['state']): boolean => payments.some((payment) => payment.state === state);
  if (order.state === 'review' || has('review')) return paymentChip('review');
  if (payments.some(isDead)) return { label: 'Not fulfilled', ...problem };
  if (payments.some((payment) => isWithheld(payment) && hasFailedRefund(payment)))
    return { label: 'Not fulfilled', ...problem };
  if (payments.some(isWithheld)) return { label: 'Paid twice', tone: 'warning', icon: 'alert' };
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
export function isDead({ state, fulfilment }: Payment): boolean {
  return state === 'paid' && fulfilment.state === 'dead';
}

/** Paid, and a refund in full failed or was reversed: gateway status 13 or 17, in which it rejects another refund (2010). */
export function hasFailedRefund({ state, gatewayStatus }: Payment): boolean {
  return state === 'paid' && (gatewayStatus === 13 || gatewayStatus === 17);
}

/** Paid, and not fulfilled: the order was paid before, or a refund was requested before the shop saw the payment as paid. */
export function isWithheld({ state, fulfilment }: Payment): boolean {
  return state === 'paid' && fulfilment.state === 'withheld';
}

/** True while it is not known whether the amount was charged. */
export function isUndecided({ state }: Inspection['captures'][number]): boolean {
  return state === 'requested' || state === 'unknown';
}

/** Minor units of an authorised card that are not charged yet. */
export function heldOf({ payment }: Pick<Inspection, 'payment'>): number {
  return payment.state === 'authorized' ? payment.amount - (payment.capturedAmount ?? 0) : 0;
}

/** Minor units that may still be refunded, of what was charged: a refund that failed, was refused or reversed left the money here. */
export function remainsOf({ payment, refunds }: Pick<Inspection, 'payment' | 'refunds'>): number {
  const isBack = ({ state }: Refund): boolean => !['failed', 'refused', 'reversed'].includes(state);
  const charged = payment.capturedAmount ?? payment.amount;
  return refunds.filter(isBack).reduce((left, { amount }) => left - amount, charged);
}

/** "Bank Seri · FPX"; undefined for a payment on the gateway's page, before it is known how. */
export function paidWith({ bank, channel }: Payment): string | undefined {
  const names = [bank?.name, channel?.name].filter((name) => name != null);
  return names.length === 0 ? undefined : names.join(' · ');
}
