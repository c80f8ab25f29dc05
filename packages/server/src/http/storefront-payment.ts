import type { StorefrontPayment, StorefrontPaymentState, SecondPayment } from '@pgw/protocol';
import type { FailureReason, StorefrontPaymentStatus } from '@pgw/protocol/internal';
import { toStorefrontOrder, type ShopDetails } from '../model/payments/order.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { PaymentState } from '../model/payments/payment-state.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import { isOpen, mayHaveMovedMoney } from '../model/operations/operation.ts';
import type { Settings } from '../options/settings.ts';
import { findPayingPayment } from '../sync/second-payment.ts';

type ViewSettings = ShopDetails & Pick<Settings<never>, 'getOrderUrl' | 'addresses' | 'channels'>;

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

export function toStorefrontPayment(payment: Payment, settings: ViewSettings): StorefrontPayment {
  const status = toPaymentStatus(payment);
  const { state } = status;
  const { orderId, amount, currencyCode, description, expiresAt } = payment;
  const orderUrl = settings.getOrderUrl?.(orderId, {}) ?? null;
  const approval = payment.channel && settings.channels.details.get(payment.channel.id)?.approval;
  // The deadline of the gateway is for the person who starts the payment.
  const deadline = approval ? null : expiresAt;
  return {
    ...status,
    order: toStorefrontOrder({ id: orderId, amount, currencyCode, description }, settings),
    reason: state === 'failed' ? toFailureReason(payment) : null,
    channel: payment.channel?.name ?? null,
    bank: payment.bank?.name ?? null,
    channelImageUrl: payment.channel?.imageUrl ?? null,
    bankImageUrl: payment.bank?.imageUrl ?? null,
    fee: payment.fee,
    expiresAt: deadline === null ? null : new Date(deadline).toISOString(),
    ...(approval && { approval }),
    transactionNumber: payment.transactionNumber,
    date: new Date(payment.stateChangedAt ?? payment.createdAt).toISOString(),
    orderUrl,
    ...(orderUrl !== null && { returnUrl: addReference(orderUrl, payment.reference) }),
    shopUrl: settings.addresses.shopUrl,
  };
}

/** For a second payment of an order, the result describes the refund. */
export async function toResultPayment(
  paymentContext: Pick<PaymentContext, 'store'>,
  payment: Payment,
  settings: ViewSettings,
): Promise<StorefrontPayment> {
  const storefrontPayment = toStorefrontPayment(payment, settings);
  const second = await describeSecondPayment(paymentContext, payment);
  return second === undefined ? storefrontPayment : { ...storefrontPayment, second };
}

/** Describes the refund of a second payment. The store is queried only for a withheld fulfillment. */
async function describeSecondPayment(
  { store }: Pick<PaymentContext, 'store'>,
  { reference, orderId, state, stateChangedAt, fulfillment, amount }: Payment,
): Promise<SecondPayment | undefined> {
  if (fulfillment.state !== 'withheld') return undefined;
  if ((await findPayingPayment(store, { orderId })) === undefined) return undefined;
  const refunds = (await store.list('refunds', reference)).filter(mayHaveMovedMoney);
  const isReturned = state === 'refunded';
  // The store knows when a payment became refunded or refunding. It does not know when a part was returned.
  const changedAt = isReturned || state === 'refunding' ? stateChangedAt : null;
  if (refunds.length > 0) {
    const sum = refunds.reduce((total, refund) => total + refund.amount, 0);
    const openRefunds = refunds.filter(isOpen);
    const requestedAt = Math.min(...openRefunds.map(({ createdAt }) => createdAt));
    const isDone = openRefunds.length === 0;
    return { refund: { amount: sum, isDone, date: toDate(isDone ? changedAt : requestedAt) } };
  }
  // The store has no refund. The refund may have been requested at the gateway without this program.
  return {
    refund:
      isReturned || state === 'refunding' ? { amount, isDone: isReturned, date: toDate(changedAt) } : null,
  };
}

function toDate(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}

/**
 * Adds the reference to the URL of the order page. The parameter is `payment`, or `pgw-payment` if the URL has one
 * of both, and the last one of its name. `<pgw-payment-status>` reads the last `pgw-payment`, or else the last
 * `payment`.
 */
export function addReference(orderUrl: string, reference: string): string {
  const fragmentStart = orderUrl.indexOf('#');
  const address = fragmentStart === -1 ? orderUrl : orderUrl.slice(0, fragmentStart);
  const fragment = orderUrl.slice(address.length);
  const queryStart = address.indexOf('?');
  const query = queryStart === -1 ? '' : address.slice(queryStart + 1);
  const parameters = new URLSearchParams(query);
  const name = parameters.has('payment') || parameters.has('pgw-payment') ? 'pgw-payment' : 'payment';
  const separator = queryStart === -1 ? '?' : query === '' || query.endsWith('&') ? '' : '&';
  return `${address}${separator}${name}=${encodeURIComponent(reference)}${fragment}`;
}
