import { setTimeout as wait } from 'node:timers/promises';
import { isGatewayDown, noteOf, type Engine } from '../payments/engine.ts';
import { newPayment } from './new-payment.ts';
import { open, resolveUnknown, type Sender, type Started } from './open.ts';
import type { Choice } from '../offers/offers.ts';
import type { PricedOrder } from '../payments/order.ts';
import { coversOrder, type Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { parseRedirect } from './redirect.ts';
import { settle } from '../payments/settle.ts';
import { requireNoUnknownPayment } from '../recovery/unknown-transactions.ts';
import { isWithinLast, isStale, mayNeedQuery } from '../payments/schedule.ts';

/** A request to start a payment, with the price from the shop and a validated choice. */
export interface StartOptions extends Sender {
  readonly order: PricedOrder;
  /** The channel and bank; undefined in hosted mode. */
  readonly choice: Choice | undefined;
  readonly attempt: string;
  readonly callbackUrl: string;
}

/** An open payment is reused only while at least this much time is left. */
const reuseMarginMs = 60_000;
/**
 * A start that takes longer than any gateway call was interrupted by a crash. Until then, other starts wait
 * for it.
 */
const inFlightMs = 60_000;
/**
 * When the gateway's record does not mention a card this long after it was sent, the gateway has not received
 * it. Card networks wait much less for an issuer.
 */
const cardInFlightMs = 120_000;
/** The number of payments that the store lists by default. */
const newestOfOrder = 50;
/** With this number of open payments, no other payment of an order is started. */
const mostOpen = 5;
/** A start does not query a payment again that was queried within this time. */
const freshMs = 1_500;
/** How long a start waits for another start of the same order. */
const waitLimitMs = 20_000;
const pollMs = 150;

/**
 * Starts a payment: stores it, sends the request to the gateway, and returns how to redirect the browser.
 *
 * An order starts one payment at a time. The same attempt returns its first payment. A payment of the order
 * that is still open with the same channel and bank is reused. A payment whose outcome is unknown is resolved
 * before another one is made. Any number of concurrent calls, in any number of processes, make one payment at
 * the gateway.
 *
 * While the gateway is down, nothing is stored and nothing is sent, so no outcome becomes unknown.
 *
 * A start queries at most the five newest open payments of the order, each at most once in 1.5 s.
 *
 * @throws CheckoutProblem `gateway-unreachable` while the gateway is down; `order-already-paid`,
 * `payment-being-checked`, `too-many-payments`, `payment-refused`, `duplicate-payment`, `outcome-unknown`;
 * `too-many-requests` when visitors have caused too many queries in this second.
 * @throws PgwError when the gateway is out of reach or its settings are wrong; nothing was started.
 */
export async function start(engine: Engine, options: StartOptions): Promise<Started> {
  const { order, attempt } = options;
  const startedAt = performance.now();
  for (;;) {
    if (isGatewayDown(engine)) throw gatewayDown(engine);
    const found = await findReusable(engine, options);
    if (found !== 'busy' && found !== 'nothing') return found;
    if (found === 'nothing') {
      const payment = newPayment(engine, options);
      const note = noteOf(
        engine,
        payment.reference,
        'start',
        `Stored for order ${order.id}, before the request to the gateway.`,
      );
      if (await engine.store.insertPayment(payment, note)) return open(engine, payment, options);
    }
    if (performance.now() - startedAt > waitLimitMs) {
      const inFlight = await engine.store.findAttempt(order.id, attempt);
      const detail = 'Another payment of this order is being started. Query it before trying again.';
      throw new CheckoutProblem('outcome-unknown', detail, inFlight && { reference: inFlight.reference });
    }
    await wait(pollMs);
  }
}

function gatewayDown({ gateway }: Engine): CheckoutProblem {
  const detail = 'The gateway does not respond at the moment. Nothing was started; try again shortly.';
  const retryAfterMs = gateway.circuit.retryAfterMs();
  return new CheckoutProblem(
    'gateway-unreachable',
    detail,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

/**
 * Checks the earlier payments of the order: returns one to reuse, `busy` while one is being started, or
 * `nothing`.
 */
async function findReusable(engine: Engine, options: StartOptions): Promise<Started | 'busy' | 'nothing'> {
  const { order, attempt } = options;
  const ofOrder = await engine.store.findPayments({ orderId: order.id });
  const known = ofOrder.find((payment) => payment.attempt === attempt);
  // An attempt that is not among the newest payments may be an older one.
  const mayBeOlder = known === undefined && ofOrder.length >= newestOfOrder;
  const repeated = mayBeOlder ? await engine.store.findAttempt(order.id, attempt) : known;
  const openPayments: Payment[] = [];
  let queried = 0;
  for (const earlier of repeated === undefined ? ofOrder : [repeated]) {
    const payment = queried < mostOpen ? await lookUp(engine, earlier) : earlier;
    if (mayNeedQuery(earlier.state)) queried += 1;
    if (isOpen(engine, payment)) openPayments.push(payment);
    if (payment.state === 'review') {
      const { reference } = payment;
      throw new CheckoutProblem('payment-being-checked', 'Your payment is being checked. Do not pay again.', {
        reference,
      });
    }
    if (coversOrder(payment.state)) {
      throw new CheckoutProblem('order-already-paid', 'This order is paid.', {
        reference: payment.reference,
      });
    }
    if (isCardInFlight(engine, payment)) {
      const detail =
        'A card was sent for this order, and its outcome is not known yet. Query the payment first.';
      throw new CheckoutProblem('outcome-unknown', detail, { reference: payment.reference });
    }
    if (payment.state === 'created' && isWithinLast(inFlightMs, payment.createdAt, engine.now()))
      return 'busy';
    const isUnknown = payment.state === 'created' || payment.state === 'unknown';
    const started = isUnknown ? await resolveUnknown(engine, payment, options) : startedOf(payment);
    if (started !== undefined && (repeated !== undefined || isSameRequest(engine, started.payment, options)))
      return started;
  }
  if (repeated === undefined) {
    await requireNoUnknownPayment(engine, order);
    if (openPayments.length < mostOpen) return 'nothing';
    const detail = 'The order has too many open payments. Pay one of them, or wait until they expire.';
    throw new CheckoutProblem('too-many-payments', detail, { payments: openPayments.slice(0, mostOpen) });
  }
  const detail = 'This attempt has ended. Press Pay again for a new one.';
  throw new CheckoutProblem('payment-refused', detail, { reference: repeated.reference });
}

/**
 * The payment after a query of the gateway, or as stored when it was just queried. Concurrent queries of one
 * payment share one run.
 */
function lookUp(engine: Engine, payment: Payment): Promise<Payment> {
  return engine.sharedSettlements(payment.reference, async () => {
    if (!isStale(payment, freshMs, engine.now())) return payment;
    if (payment.transactionNumber !== null && !engine.visitorQueries.take()) {
      const detail = 'Too many payments are started at the moment. Try again in a second.';
      throw new CheckoutProblem('too-many-requests', detail, { retryAfterMs: 1_000 });
    }
    return settle(engine, payment, { source: 'start' });
  });
}

/** True while the shopper can still pay it. */
function isOpen(engine: Engine, { state, expiresAt }: Payment): boolean {
  return state === 'open' && (expiresAt === null || expiresAt > engine.now());
}

/** True while the outcome of a card may still arrive: another payment could charge the customer twice. */
function isCardInFlight(engine: Engine, { state, card }: Payment): boolean {
  return state === 'open' && card?.state === 'sent' && engine.now() - (card.sentAt ?? 0) < cardInFlightMs;
}

function startedOf(payment: Payment): Started | undefined {
  if (payment.state !== 'open' || payment.redirect === null || payment.card?.state === 'sent')
    return undefined;
  return { payment, redirect: parseRedirect(payment.redirect) };
}

function isSameRequest(engine: Engine, payment: Payment, { order, choice }: StartOptions): boolean {
  const hasTime = payment.expiresAt === null || payment.expiresAt - engine.now() > reuseMarginMs;
  return (
    hasTime &&
    payment.card?.state !== 'challenged' &&
    payment.card?.authType === (choice?.authType ?? undefined) &&
    payment.channel?.id === choice?.channel.id &&
    payment.bank?.id === choice?.bank?.id &&
    payment.amount === order.amount &&
    payment.currencyCode === order.currencyCode
  );
}
