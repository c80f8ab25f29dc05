import type { StorefrontPayment, StorefrontPaymentState, SecondPayment } from '@pgw/protocol';
import { type FailureReason, type StorefrontPaymentStatus } from '@pgw/protocol/internal';
import { toStorefrontOrder, type ShopDetails } from '../model/payments/order.ts';
import { hasLostNumber, type Payment } from '../model/payments/payment.ts';
import { isUndecided, type PaymentState } from '../model/payments/payment-state.ts';
import type { PaymentContext } from '../engine/payment-context.ts';
import { isOpen, mayHaveMovedMoney } from '../model/operations/operation.ts';
import { computePlan } from '../offers/instalments.ts';
import type { Offers } from '../offers/offers.ts';
import type { Settings } from '../options/settings.ts';
import { findPayingPayment } from '../sync/second-payment.ts';

interface ViewContext {
  readonly settings: ShopDetails &
    Pick<Settings<never>, 'getOrderUrl' | 'addresses' | 'channels' | 'gateway' | 'instalments'>;
  readonly offers: Pick<Offers, 'findHint'>;
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
function describeMoney(payment: Payment): Pick<StorefrontPaymentStatus, 'money'> {
  const { state, fulfillment, gatewayStatus } = payment;
  if (state === 'verified') return { money: 'not-taken' };
  if (fulfillment.state !== 'none') return {};
  if (state === 'refunded' && gatewayStatus === voided) return { money: 'not-taken' };
  return state === 'refunding' ? { money: 'unknown' } : {};
}

/**
 * True if no money of the payment moves before the shopper does something: enters a card, or approves it on the page of its
 * channel, by `approvals` of the gateway's profile.
 */
export function needsApproval({ channel, card }: Payment, { settings, offers }: ViewContext): boolean {
  if (card?.state === 'awaited') return true;
  const hint = channel && offers.findHint(channel);
  return hint != null && settings.gateway.profile.approvals[hint];
}

/** True if the gateway has the payment, and may take the money although no browser was redirected to it. */
export function mayBeTakenUnseen(payment: Payment, context: ViewContext): boolean {
  return hasLostNumber(payment) && !needsApproval(payment, context);
}

/** The form for a browser that may not see the order. */
export function toPaymentStatus(payment: Payment, context: ViewContext): StorefrontPaymentStatus {
  const state = mayBeTakenUnseen(payment, context) ? 'pending' : shopperStates[payment.state];
  return { reference: payment.reference, state, ...describeMoney(payment) };
}

export function toStorefrontPayment(payment: Payment, context: ViewContext): StorefrontPayment {
  const { settings } = context;
  const status = toPaymentStatus(payment, context);
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
    ...describeLoyalty(payment),
    expiresAt: deadline === null ? null : new Date(deadline).toISOString(),
    ...(approval && { approval }),
    ...describeStep(payment, context),
    ...describeApprover(payment, context),
    ...describePlan(payment, context),
    transactionNumber: payment.transactionNumber,
    date: new Date(payment.stateChangedAt ?? payment.createdAt).toISOString(),
    orderUrl,
    ...(orderUrl !== null && { returnUrl: addReference(orderUrl, payment.reference) }),
    shopUrl: settings.addresses.shopUrl,
  };
}

type Step = Pick<StorefrontPayment, 'step' | 'needsApproval'>;

function describeStep(payment: Payment, context: ViewContext): Step {
  const { state, card } = payment;
  if (mayBeTakenUnseen(payment, context)) return { step: 'start-lost' };
  if (!isUndecided(state)) return {};
  if (card?.state === 'awaited') return { step: 'not-sent' };
  if (state === 'open') return card?.state === 'sent' ? { step: 'card-unclear' } : {};
  return { step: 'start-unclear', ...(needsApproval(payment, context) && { needsApproval: true }) };
}

function describeLoyalty({ loyalty }: Payment): Pick<StorefrontPayment, 'loyalty'> {
  if (loyalty === null) return {};
  const { pointsAmount, moneyAmount } = loyalty;
  return { loyalty: { pointsAmount, moneyAmount } };
}

function describePlan(
  { channel, bank, amount, fee }: Payment,
  { settings }: ViewContext,
): Pick<StorefrontPayment, 'plan'> {
  const plans = settings.instalments.find(({ channelId }) => channelId === channel?.id)?.plans ?? [];
  const plan = plans.find(({ bankId }) => bankId === bank?.id);
  return plan === undefined ? {} : { plan: computePlan(amount + fee, plan) };
}

/** The names of a payment do not say who approves it if they are of a card, of a QR code, or of a plan. */
function describeApprover(
  { card, channel, bank }: Payment,
  { settings, offers }: ViewContext,
): Pick<StorefrontPayment, 'approver'> {
  if (card !== null) return { approver: 'card' };
  if (settings.instalments.some(({ channelId }) => channelId === channel?.id)) return { approver: 'channel' };
  if (bank !== null) return {};
  const hint = channel && offers.findHint(channel);
  if (hint === 'card') return { approver: 'gateway' };
  return hint === 'qr' || hint === 'bank' || hint === 'bank-or-wallet' ? { approver: 'bank' } : {};
}

/** For a second payment of an order, the result describes the refund. */
export async function toResultPayment(
  context: ViewContext & { readonly paymentContext: Pick<PaymentContext, 'store'> },
  payment: Payment,
): Promise<StorefrontPayment> {
  const storefrontPayment = toStorefrontPayment(payment, context);
  const second = await describeSecondPayment(context.paymentContext, payment);
  return second === undefined ? storefrontPayment : { ...storefrontPayment, second };
}

/** Describes the refund of a second payment. The store is queried only for a withheld fulfillment. */
async function describeSecondPayment(
  { store }: Pick<PaymentContext, 'store'>,
  { reference, orderId, state, stateChangedAt, fulfillment, amount }: Payment,
): Promise<SecondPayment | undefined> {
  if (fulfillment.state !== 'withheld') return undefined;
  const paying = await findPayingPayment(store, { orderId });
  if (paying === undefined) return undefined;
  // The money of the first payment was returned, so this one pays the order.
  if (state === 'paid' && (paying.state === 'refunding' || paying.state === 'refunded')) return undefined;
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
