import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import type { FailureReason, StorefrontPaymentStatus } from '@pgw/protocol/internal';
import { toStorefrontOrder, type ShopDetails } from '../model/payments/order.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';
import { addReference } from './order-page.ts';

export interface ViewOptions extends ShopDetails {
  readonly getOrderUrl: ((orderId: string) => string) | undefined;
  /** The front page of the shop as browsers see it. */
  readonly shopUrl: string;
  /** Returns `second-person` if a second person approves the payments of a channel. */
  readonly getApproval: (channelId: number) => StorefrontPayment['approval'] | undefined;
}

/** A payment that an operator must check is displayed as pending, so that the shopper cannot pay again. */
const shopperStates: Readonly<Record<PaymentState, StorefrontPaymentState>> = {
  created: 'pending',
  unknown: 'pending',
  open: 'pending',
  review: 'pending',
  reversed: 'pending',
  refused: 'failed',
  paid: 'paid',
  authorized: 'authorized',
  verified: 'authorized',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
  refunding: 'refunding',
  refunded: 'refunded',
};

/**
 * The statuses whose reason helps the shopper: TransactionLimitExceeded, MinTransactionAmountNotMet and
 * InsufficientFunds.
 */
const reasons: Readonly<Record<number, FailureReason>> = { 4: 'limit', 5: 'min', 6: 'funds' };

function toFailureReason({ gatewayStatus, card }: Payment): FailureReason {
  const reason = gatewayStatus === null ? undefined : reasons[gatewayStatus];
  if (reason !== undefined) return reason;
  if (card === null) return 'declined';
  return card.state === 'challenged' ? 'authentication' : 'card';
}

/** The status Voided of the gateway. */
const voided = 18;

/**
 * Describes the money of a payment if its state alone would be wrong about it. A payment without a fulfillment was
 * never stored as paid, so an authorization that was voided has taken no money.
 */
function describeMoney({
  state,
  fulfillment,
  gatewayStatus,
}: Payment): Pick<StorefrontPaymentStatus, 'money'> {
  if (state === 'verified') return { money: 'not-taken' };
  if (fulfillment.state !== 'none') return {};
  if (state === 'refunded' && gatewayStatus === voided) return { money: 'not-taken' };
  return state === 'refunding' ? { money: 'unknown' } : {};
}

/** The form for a browser that may not see the order. */
export function toPaymentStatus(payment: Payment): StorefrontPaymentStatus {
  return { reference: payment.reference, state: shopperStates[payment.state], ...describeMoney(payment) };
}

export function toStorefrontPayment(payment: Payment, options: ViewOptions): StorefrontPayment {
  const status = toPaymentStatus(payment);
  const { state } = status;
  const { orderId, amount, currencyCode, description, expiresAt } = payment;
  const orderUrl = options.getOrderUrl?.(orderId) ?? null;
  const approval = payment.channel === null ? undefined : options.getApproval(payment.channel.id);
  // The deadline of the gateway is for the person who starts the payment.
  const deadline = approval === undefined ? expiresAt : null;
  return {
    ...status,
    order: toStorefrontOrder({ id: orderId, amount, currencyCode, description }, options),
    reason: state === 'failed' ? toFailureReason(payment) : null,
    channel: payment.channel?.name ?? null,
    bank: payment.bank?.name ?? null,
    channelImageUrl: payment.channel?.imageUrl ?? null,
    bankImageUrl: payment.bank?.imageUrl ?? null,
    fee: payment.fee,
    expiresAt: deadline === null ? null : new Date(deadline).toISOString(),
    ...(approval !== undefined && { approval }),
    transactionNumber: payment.transactionNumber,
    date: new Date(payment.stateChangedAt ?? payment.createdAt).toISOString(),
    orderUrl,
    ...(orderUrl !== null && { returnUrl: addReference(orderUrl, payment.reference) }),
    shopUrl: options.shopUrl,
  };
}
