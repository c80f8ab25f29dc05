import { setTimeout as wait } from 'node:timers/promises';
import { isGatewayDown, createNote, type PaymentContext } from '../engine/payment-context.ts';
import {
  createDuplicateProblem,
  createPayment,
  openPayment,
  resolveUnknown,
  type Sender,
  type StartedPayment,
} from './open.ts';
import type { Choice } from '../offers/offers.ts';
import { getNextOrdinal, hasLostNumber, type Payment } from '../model/payments/payment.ts';
import type { PricedOrder } from '../model/payments/order.ts';
import { hashDetails } from '../model/payments/order-details.ts';
import { isDisputed } from '../model/payments/discrepancy.ts';
import { coversOrder } from '../model/payments/payment-state.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { parseRedirect } from '../engine/redirect.ts';
import { syncPayment } from '../sync/sync-payment.ts';
import { listPricedPayments } from '../sync/update-price.ts';
import { requireNoUnknownPayment } from '../recovery/unknown-transactions.ts';
import { isBeingStarted, isStale, mayNeedQuery } from '../model/schedule.ts';

export interface StartOptions extends Omit<Sender, 'details'> {
  readonly order: PricedOrder;
  /** The channel and bank; undefined in hosted mode. */
  readonly choice: Choice | undefined;
  readonly attempt: string;
  /** Whether no money of a payment moves before the shopper approves it on a page, or enters a card. */
  readonly needsApproval: (payment: Payment) => boolean;
  readonly callbackUrl: string;
  /** The W3C `traceparent` of the request, if it is known. */
  readonly traceparent: string | null;
  /**
   * Throws `total-changed` if the order has another price by now. Starts and sessions that resolved it earlier
   * could not store their price with this payment.
   */
  readonly confirmPrice: () => Promise<void>;
}

/** An open payment is reused only if it expires after more than this time. */
const reuseMarginMs = 60_000;
/**
 * If the gateway's record contains no card after this time, the gateway has not received it. Card networks wait
 * much less for an issuer.
 */
const cardTimeoutMs = 120_000;
/** The number of payments that the store lists by default. */
const defaultListSize = 50;
const maxOpenPayments = 5;
const freshMs = 1_500;
const waitLimitMs = 20_000;
const pollMs = 150;

/**
 * Starts a payment. Any number of concurrent calls for one order with the same choice, in any number of processes,
 * make one payment at the gateway. A repeated attempt returns its first payment, or another one if the gateway has the first
 * and no browser can be redirected to it. While the gateway is down, nothing is stored or sent, so no outcome becomes unknown;
 * an outcome that is unknown stays so.
 */
export async function start(context: PaymentContext, options: StartOptions): Promise<StartedPayment> {
  const { order, attempt } = options;
  const startedAt = performance.now();
  let orderPayments = await listPricedPayments(context, order);
  for (;;) {
    if (isGatewayDown(context)) throw createGatewayDownProblem(context, orderPayments);
    const result = await findReusable(context, options, orderPayments);
    if (result !== 'busy') {
      if ('payment' in result) return result;
      const { nextOrdinal: ordinal } = result;
      const isTaken = orderPayments.some((one) => one.attempt === attempt);
      const key = isTaken ? `${attempt}:${ordinal}` : attempt;
      const payment = createPayment(context, { ...options, attempt: key, ordinal });
      const note = createNote(context, payment, {
        source: 'start',
        kind: 'payment-created',
        text: `Payment created for order ${order.id}.`,
      });
      // Another start may have stored a payment since the payments were read.
      if (await context.store.insert('payment', { payment, note }))
        return openAtCurrentPrice(context, payment, options);
    }
    if (performance.now() - startedAt > waitLimitMs) {
      const [concurrentPayment] = await context.store.search('payments', { orderId: order.id, attempt });
      const detail = 'Another payment of this order is being started. Query it before trying again.';
      throw new CheckoutProblem(
        'outcome-unknown',
        detail,
        concurrentPayment && { reference: concurrentPayment.reference },
      );
    }
    await wait(pollMs);
    orderPayments = await context.store.search('payments', { orderId: order.id });
  }
}

/** If the price has changed since the order was resolved, the browser is not redirected to pay the old one. */
async function openAtCurrentPrice(
  context: PaymentContext,
  payment: Payment,
  options: StartOptions,
): Promise<StartedPayment> {
  const [opening, confirmation] = await Promise.allSettled([
    openPayment(context, payment, { ...options, details: options.order.details }),
    options.confirmPrice(),
  ]);
  if (opening.status === 'rejected') throw opening.reason;
  if (confirmation.status === 'rejected') throw confirmation.reason;
  return opening.value;
}

function createGatewayDownProblem(
  { gateway }: PaymentContext,
  orderPayments: readonly Payment[],
): CheckoutProblem {
  const unknownPayment = orderPayments.find(({ state }) => state === 'unknown');
  if (unknownPayment !== undefined) {
    const detail = 'The gateway does not respond, and may have an earlier payment of this order.';
    return new CheckoutProblem('outcome-unknown', detail, { reference: unknownPayment.reference });
  }
  const detail = 'The gateway does not respond at the moment. Nothing was started; try again shortly.';
  const retryAfterMs = gateway.circuit.retryAfterMs();
  return new CheckoutProblem(
    'gateway-unreachable',
    detail,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

/** Returns a payment to reuse, `busy` while a payment is being started, or the ordinal of a new payment. */
async function findReusable(
  context: PaymentContext,
  options: StartOptions,
  orderPayments: readonly Payment[],
): Promise<StartedPayment | 'busy' | { readonly nextOrdinal: number }> {
  const { order } = options;
  const repeatedPayment = await findRepeatedPayment(context, options, orderPayments);
  const candidates = repeatedPayment === undefined ? orderPayments : [repeatedPayment];
  const openPayments: Payment[] = [];
  let queryCount = 0;
  for (const storedPayment of candidates) {
    const payment = queryCount < maxOpenPayments ? await queryIfStale(context, storedPayment) : storedPayment;
    if (mayNeedQuery(storedPayment.state)) queryCount += 1;
    if (canBePaid(context, payment)) openPayments.push(payment);
    requireUnpaid(context, payment);
    if (isBeingStarted(payment, context.now())) return 'busy';
    // After the deadline of the order, only a repeated start finds its payment.
    if (repeatedPayment === undefined && isExpired(context, order)) continue;
    const isUnknown = payment.state === 'created' || payment.state === 'unknown';
    if (isUnknown) requireSameDetails(context, payment, order);
    const startedPayment = isUnknown
      ? await resolveUnknown(context, payment, { ...options, details: order.details })
      : toStartedPayment(payment);
    // The repeated payment cannot be paid, so the other payments of the order are read.
    if (startedPayment === undefined && isUnknown && repeatedPayment !== undefined) return 'busy';
    if (startedPayment === undefined) continue;
    if (repeatedPayment !== undefined || isSameRequest(context, startedPayment.payment, options))
      return startedPayment;
  }
  if (repeatedPayment === undefined) {
    requireNotExpired(context, order);
    requireKnownHistory(context, order);
    await requireNoUnknownPayment(context, order);
    if (openPayments.length < maxOpenPayments) return { nextOrdinal: getNextOrdinal(orderPayments) };
    const detail = 'The order has too many open payments. Pay one of them, or wait until they expire.';
    throw new CheckoutProblem('too-many-payments', detail, {
      payments: openPayments.slice(0, maxOpenPayments),
    });
  }
  const detail = 'This attempt has ended. Press Pay again for a new one.';
  throw new CheckoutProblem('payment-refused', detail, { reference: repeatedPayment.reference });
}

/**
 * Throws while the store has lost its newest writes: a lost payment may have paid the order. An order that was
 * placed after the loss was noticed has no lost payment.
 */
function requireKnownHistory(context: PaymentContext, { placedAt }: PricedOrder): void {
  const lostAt = context.getHistoryLostAt();
  if (lostAt === undefined || (placedAt !== null && placedAt >= lostAt)) return;
  const detail = 'Earlier payments are being checked. Do not pay again.';
  throw new CheckoutProblem('payment-being-checked', detail);
}

function isExpired(context: PaymentContext, { expiresAt }: PricedOrder): boolean {
  return expiresAt !== null && expiresAt <= context.now();
}

function requireNotExpired(context: PaymentContext, order: PricedOrder): void {
  if (!isExpired(context, order)) return;
  throw new CheckoutProblem('order-expired', 'The deadline of this order has passed. Nothing was started.');
}

async function findRepeatedPayment(
  { store }: PaymentContext,
  { order, attempt, needsApproval }: StartOptions,
  orderPayments: readonly Payment[],
): Promise<Payment | undefined> {
  const listedPayment = orderPayments.find(
    (payment) => payment.attempt === attempt || payment.attempt.startsWith(`${attempt}:`),
  );
  // The list contains only the newest payments. The repeated payment may be older.
  const mayBeOlder = listedPayment === undefined && orderPayments.length >= defaultListSize;
  const payment = mayBeOlder
    ? (await store.search('payments', { orderId: order.id, attempt }))[0]
    : listedPayment;
  if (payment === undefined || !hasLostNumber(payment)) return payment;
  if (!needsApproval(payment)) throw createDuplicateProblem(payment);
  return undefined;
}

/** @throws CheckoutProblem `order-already-paid`, `payment-being-checked`, or `outcome-unknown` for a card that was sent. */
export function requireUnpaid(context: PaymentContext, payment: Payment): void {
  const { reference, orderId, state } = payment;
  if (state === 'review' || state === 'reversed' || isDisputed(payment)) {
    const detail = 'Your payment is being checked. Do not pay again.';
    throw new CheckoutProblem('payment-being-checked', detail, { reference });
  }
  if (coversOrder(state))
    throw new CheckoutProblem('order-already-paid', 'This order is paid.', { reference, orderId });
  if (isCardInFlight(context, payment)) {
    const detail =
      'A card was sent for this order, and its outcome is not known yet. Query the payment before you try again.';
    throw new CheckoutProblem('outcome-unknown', detail, { reference });
  }
}

function queryIfStale(context: PaymentContext, payment: Payment): Promise<Payment> {
  return context.shareSync(payment.reference, async () => {
    if (!isStale(payment, freshMs, context.now())) return payment;
    if (payment.transactionNumber !== null && !context.visitorQueries.acquire()) {
      const detail = 'Too many payments are started at the moment. Try again in a second.';
      throw new CheckoutProblem('too-many-requests', detail, { retryAfterMs: 1_000 });
    }
    return syncPayment(context, payment, { source: 'start' });
  });
}

function canBePaid(context: PaymentContext, { state, expiresAt }: Payment): boolean {
  return state === 'open' && (expiresAt === null || expiresAt > context.now());
}

/** Another payment could charge the customer twice while the outcome of a card may still arrive. */
function isCardInFlight(context: PaymentContext, { state, card }: Payment): boolean {
  return state === 'open' && card?.state === 'sent' && context.now() - (card.sentAt ?? 0) < cardTimeoutMs;
}

function toStartedPayment(payment: Payment): StartedPayment | undefined {
  if (payment.state !== 'open' || payment.redirect === null || payment.card?.state === 'sent')
    return undefined;
  return { payment, redirect: parseRedirect(payment.redirect) };
}

function hasSameDetails({ gateway }: PaymentContext, { detailsHash }: Payment, order: PricedOrder): boolean {
  const hashes = hashDetails(gateway, order.id, order.details);
  return detailsHash === null ? hashes.length === 0 : hashes.includes(detailsHash);
}

/**
 * A repeated request must move the money as the first one. If it cannot, it is not known which of the two the gateway would
 * process.
 */
function requireSameDetails(context: PaymentContext, payment: Payment, order: PricedOrder): void {
  if (hasSameDetails(context, payment, order)) return;
  const detail =
    'It is not known whether the gateway has started this payment, and the order now has another subMerchant, platformCharge or savePayment. ' +
    'End the payment with operator.starts.resolve, or let resolveOrder return the earlier values.';
  throw new CheckoutProblem('outcome-unknown', detail, { reference: payment.reference });
}

function isSameRequest(context: PaymentContext, payment: Payment, { order, choice }: StartOptions): boolean {
  const hasTime = payment.expiresAt === null || payment.expiresAt - context.now() > reuseMarginMs;
  return (
    hasTime &&
    payment.card?.state !== 'challenged' &&
    // The left side is undefined for a payment without a card.
    payment.card?.authType === (choice?.authType ?? undefined) &&
    payment.channel?.id === choice?.channel.id &&
    payment.bank?.id === choice?.bank?.id &&
    hasSameDetails(context, payment, order) &&
    // Another start or session may have read a newer price since this order was resolved.
    payment.changedPrice === null &&
    payment.amount === order.amount &&
    payment.currencyCode === order.currencyCode
  );
}
