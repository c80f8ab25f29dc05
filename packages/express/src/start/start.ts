import { setTimeout as wait } from 'node:timers/promises';
import { isGatewayDown, noteOf, type Engine } from '../payments/engine.ts';
import { newPayment } from './new-payment.ts';
import { open, resolveUnknown, type Sender, type Started } from './open.ts';
import type { Choice } from '../offers/offers.ts';
import type { PricedOrder } from '../payments/order.ts';
import { isCovered, type Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { parseRedirect } from './redirect.ts';
import { settleIfStale } from '../payments/settle.ts';
import { refuseWhileUnknown } from '../recovery/unknown-transactions.ts';
import { isLessThanAgo } from '../payments/schedule.ts';

/** One wish to pay, with its price from the shop and its choice checked. */
export interface StartOptions extends Sender {
  readonly order: PricedOrder;
  /** Undefined in hosted mode. */
  readonly choice: Choice | undefined;
  readonly attempt: string;
  readonly callbackUrl: string;
}

/** An open payment is handed out again only while this much of its time is left. */
const reuseMarginMs = 60_000;
/** A request that is being answered is waited for; one that takes longer than any gateway call was cut off by a crash. */
const inFlightMs = 60_000;
/**
 * So long after a card was sent, a gateway that has no word of it in its record is believed to have none: well beyond what card
 * networks wait for an issuer.
 */
const cardInFlightMs = 120_000;
/** As many as the store lists of an order when it is not told how many. */
const newestOfOrder = 50;
const patienceMs = 20_000;
const pollMs = 150;

/**
 * Starts a payment: stores it, then asks the gateway, then says how the browser leaves.
 *
 * One order starts one payment at a time. The same attempt is answered with its first payment; a payment of the order that
 * is still open on the same channel and bank is handed out again; one whose answer was lost is resolved before another is
 * made. However often this is called at once, in however many processes, there is one payment at the gateway.
 *
 * While the gateway is down, nothing is stored and nothing is sent, so no outcome becomes unknown.
 *
 * @throws CheckoutProblem `gateway-unreachable` while the gateway is down; `order-already-paid`, `payment-being-checked`,
 * `payment-refused`, `duplicate-payment`, `outcome-unknown`.
 * @throws PgwError when the gateway is out of reach or its settings are wrong; nothing was started.
 */
export async function start(engine: Engine, options: StartOptions): Promise<Started> {
  const { order, attempt } = options;
  const startedAt = performance.now();
  for (;;) {
    if (isGatewayDown(engine)) throw gatewayDown(engine);
    const found = await lookBack(engine, options);
    if (found !== 'busy' && found !== 'nothing') return found;
    if (found === 'nothing') {
      const payment = newPayment(engine, options);
      const note = noteOf(
        engine,
        payment.reference,
        'start',
        `Stored, before the gateway is asked, for order ${order.id}.`,
      );
      if (await engine.store.insertPayment(payment, note)) return open(engine, payment, options);
    }
    if (performance.now() - startedAt > patienceMs) {
      const inFlight = await engine.store.findAttempt(order.id, attempt);
      const detail = 'Another payment of this order is being started. Ask about it before trying again.';
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

/** What the order's earlier payments say: one to hand out again, one to wait for, or nothing that stands in the way. */
async function lookBack(engine: Engine, options: StartOptions): Promise<Started | 'busy' | 'nothing'> {
  const { order, attempt } = options;
  const ofOrder = await engine.store.findPayments({ orderId: order.id });
  const known = ofOrder.find((payment) => payment.attempt === attempt);
  // An attempt that is not among the newest payments may be an older one.
  const mayBeOlder = known === undefined && ofOrder.length >= newestOfOrder;
  const repeated = mayBeOlder ? await engine.store.findAttempt(order.id, attempt) : known;
  for (const earlier of repeated === undefined ? ofOrder : [repeated]) {
    const payment = await settleIfStale(engine, earlier, { source: 'start', freshMs: 0 });
    if (payment.state === 'review') {
      const { reference } = payment;
      throw new CheckoutProblem('payment-being-checked', 'Your payment is being checked. Do not pay again.', {
        reference,
      });
    }
    if (isCovered(payment.state)) {
      throw new CheckoutProblem('order-already-paid', 'This order is paid.', {
        reference: payment.reference,
      });
    }
    if (isCardInFlight(engine, payment)) {
      const detail = 'A card was sent for this order, and its outcome is not known yet. Ask about it first.';
      throw new CheckoutProblem('outcome-unknown', detail, { reference: payment.reference });
    }
    if (payment.state === 'created' && isLessThanAgo(inFlightMs, payment.createdAt, engine.now()))
      return 'busy';
    const isLost = payment.state === 'created' || payment.state === 'unknown';
    const started = isLost ? await resolveUnknown(engine, payment, options) : startedOf(payment);
    if (started !== undefined && (repeated !== undefined || isSameWish(engine, started.payment, options)))
      return started;
  }
  if (repeated === undefined) {
    await refuseWhileUnknown(engine, order);
    return 'nothing';
  }
  const detail = 'This attempt is over. Press Pay again for a new one.';
  throw new CheckoutProblem('payment-refused', detail, { reference: repeated.reference });
}

/** Its outcome may still come: another payment could take the money twice. */
function isCardInFlight(engine: Engine, { state, cardState, cardSentAt }: Payment): boolean {
  return state === 'open' && cardState === 'sent' && engine.now() - (cardSentAt ?? 0) < cardInFlightMs;
}

function startedOf(payment: Payment): Started | undefined {
  if (payment.state !== 'open' || payment.redirect === null || payment.cardState === 'sent') return undefined;
  return { payment, redirect: parseRedirect(payment.redirect) };
}

function isSameWish(engine: Engine, payment: Payment, { order, choice }: StartOptions): boolean {
  const hasTime = payment.expiresAt === null || payment.expiresAt - engine.now() > reuseMarginMs;
  return (
    hasTime &&
    payment.cardState !== 'challenged' &&
    payment.authType === (choice?.authType ?? null) &&
    payment.channelId === (choice?.channelId ?? null) &&
    payment.bankId === (choice?.bankId ?? null) &&
    payment.amount === order.amount &&
    payment.currencyCode === order.currencyCode
  );
}
