import { randomBytes } from 'node:crypto';
import {
  duplicateTransactionCode,
  GatewayFaultError,
  PgwError,
  type Money,
  type StorefrontRedirect,
} from '@pgw/protocol';
import { idsOf, type Engine } from './engine.ts';
import type { Choice } from './offers.ts';
import type { PricedOrder } from './order.ts';
import { isCovered, type Payment } from './payment.ts';
import { CheckoutProblem } from './problem.ts';
import { parseRedirect, redirectOf } from './redirect.ts';
import { nextAskAt } from './schedule.ts';
import { settleIfStale } from './settle.ts';

/** One wish to pay, with its price from the shop and its choice checked. */
export interface StartOptions {
  readonly order: PricedOrder;
  /** Undefined in hosted mode. */
  readonly choice: Choice | undefined;
  readonly attempt: string;
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
  readonly callbackUrl: string;
  readonly returnUrl: string;
}

export interface Started {
  readonly payment: Payment;
  readonly redirect: StorefrontRedirect;
}

/** An open payment is handed out again only while this much of its time is left. */
const reuseMarginMs = 60_000;

/**
 * Starts a payment: stores it, then asks the gateway, then says how the browser leaves.
 *
 * The same attempt is answered with the first payment. A payment of the order that is still open on the same channel
 * and bank is handed out again. A lost answer of the gateway leaves the payment `unknown`; it is never sent twice.
 *
 * @throws CheckoutProblem `order-already-paid`, `payment-refused`, `duplicate-payment`, `outcome-unknown`.
 * @throws PgwError when the gateway is out of reach or its settings are wrong; nothing was started.
 */
export async function start(engine: Engine, options: StartOptions): Promise<Started> {
  const repeated = await engine.store.findAttempt(options.order.id, options.attempt);
  if (repeated !== undefined) return replay(repeated);
  const open = await openPayment(engine, options);
  if (open !== undefined) return open;
  const payment = newPayment(engine, options);
  if (!(await engine.store.insertPayment(payment))) {
    const first = await engine.store.findAttempt(options.order.id, options.attempt);
    if (first === undefined) throw new Error(`Reference ${payment.reference} is taken.`);
    return replay(first);
  }
  return send(engine, payment, options);
}

/** What became of the first request with this attempt key. */
function replay(payment: Payment): Started {
  const { reference, redirect } = payment;
  if (payment.state === 'open' && redirect !== null) return { payment, redirect: parseRedirect(redirect) };
  if (isCovered(payment.state)) {
    throw new CheckoutProblem('order-already-paid', 'This order is paid.', { reference });
  }
  if (payment.state === 'created' || payment.state === 'unknown') {
    const detail =
      'This payment was started a moment ago and its outcome is not known yet. Ask about it first.';
    throw new CheckoutProblem('outcome-unknown', detail, { reference });
  }
  throw new CheckoutProblem('payment-refused', 'This attempt is over. Press Pay again for a new one.', {
    reference,
  });
}

/** Asks about the order's earlier payments, so that a paid one stops here and an open one is used again. */
async function openPayment(engine: Engine, options: StartOptions): Promise<Started | undefined> {
  const { order, choice } = options;
  for (const earlier of await engine.store.paymentsOfOrder(order.id)) {
    const payment = await settleIfStale(engine, earlier, 0);
    if (isCovered(payment.state)) {
      throw new CheckoutProblem('order-already-paid', 'This order is paid.', {
        reference: payment.reference,
      });
    }
    const isSame =
      payment.channelId === (choice?.channelId ?? null) &&
      payment.bankId === (choice?.bankId ?? null) &&
      payment.amount === order.amount &&
      payment.currencyCode === order.currencyCode;
    const hasTime = payment.expiresAt === null || payment.expiresAt - engine.now() > reuseMarginMs;
    if (payment.state === 'open' && payment.redirect !== null && isSame && hasTime) {
      return { payment, redirect: parseRedirect(payment.redirect) };
    }
  }
  return undefined;
}

async function send(engine: Engine, payment: Payment, options: StartOptions): Promise<Started> {
  const answer = await request(engine, payment, options).catch((error: unknown) =>
    refuse(engine, payment, error),
  );
  const redirect = redirectOf(answer);
  if (redirect === undefined || !isSameMoney(answer, payment)) {
    const cause = new Error('The answer has no usable redirection, or another amount than was asked for.');
    return refuse(
      engine,
      payment,
      new PgwError('outcome-unknown', cause.message, { cause, ids: idsOf(payment) }),
    );
  }
  const open = await keep(engine, payment, {
    state: 'open',
    transactionNumber: answer.transactionNumber,
    redirect: JSON.stringify(redirect),
    expiresAt: timeOf(answer.transactionExpired),
  });
  engine.emit({
    level: 'info',
    event: 'payment-started',
    message: 'The shopper is sent to pay.',
    ids: idsOf(open),
  });
  return { payment: open, redirect };
}

function request(engine: Engine, payment: Payment, options: StartOptions) {
  return engine.gateway.requestPayment({
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    referenceCode: payment.reference,
    ipAddress: options.ipAddress,
    returnUrl: options.returnUrl,
    callbackUrl: payment.callbackUrl,
    ...(payment.channelId !== null && { channelId: payment.channelId }),
    ...(payment.bankId !== null && { providerChannelId: payment.bankId }),
    ...(payment.description !== null && { description: payment.description }),
    ...(options.userAgent !== undefined && { userAgent: options.userAgent.slice(0, 200) }),
  });
}

/** Remembers why there is no redirection, and says so. */
async function refuse(engine: Engine, payment: Payment, error: unknown): Promise<never> {
  const { reference } = payment;
  const isUnknown = !(error instanceof PgwError) || error.code === 'outcome-unknown';
  await keep(engine, payment, {
    state: isUnknown ? 'unknown' : 'refused',
    ...(!isUnknown && { nextAskAt: null }),
  });
  if (isUnknown) {
    const detail =
      'The connection to the gateway was lost while the payment was started. Ask about it first.';
    throw new CheckoutProblem('outcome-unknown', detail, { reference, cause: error });
  }
  if (error instanceof GatewayFaultError && error.fault.code === duplicateTransactionCode) {
    const detail = 'The gateway has a payment with this reference already.';
    throw new CheckoutProblem('duplicate-payment', detail, { reference, cause: error });
  }
  throw error;
}

/** Stores what the gateway answered. A callback that was faster has moved the payment on; then its state stands. */
async function keep(engine: Engine, payment: Payment, change: Partial<Payment>): Promise<Payment> {
  const changed = await engine.store.updatePayment(payment, change);
  if (changed !== undefined) return changed;
  const current = await engine.store.findPayment(payment.reference);
  if (current === undefined) throw new Error(`Payment ${payment.reference} has gone from the store.`);
  const { state, ...rest } = change;
  return keep(engine, current, current.state === 'created' && state !== undefined ? change : rest);
}

function newPayment(engine: Engine, options: StartOptions): Payment {
  const { order, choice } = options;
  const now = engine.now();
  const payment: Payment = {
    reference: newReference(order.id),
    orderId: order.id,
    attempt: options.attempt,
    state: 'created',
    amount: order.amount,
    currencyCode: order.currencyCode,
    description: order.description,
    channelId: choice?.channelId ?? null,
    channelName: choice?.channelName ?? null,
    bankId: choice?.bankId ?? null,
    bankName: choice?.bankName ?? null,
    callbackUrl: options.callbackUrl,
    transactionNumber: null,
    redirect: null,
    gatewayStatus: null,
    createdAt: now,
    expiresAt: null,
    settledAt: null,
    askedAt: null,
    nextAskAt: null,
    fulfilment: 'none',
    fulfilAttempts: 0,
    nextFulfilAt: null,
    version: 1,
  };
  return { ...payment, nextAskAt: nextAskAt('created', payment, now) };
}

/**
 * A reference that people can relate to the order and nobody can guess: the order's id, then 80 random bits.
 * Upper case only, because letter case does not count (Crockford's alphabet).
 */
function newReference(orderId: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const random = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('');
  const readable = orderId
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .slice(0, 30);
  return `${readable}-${random}`;
}

function isSameMoney(answer: Money, payment: Payment): boolean {
  return answer.amount === payment.amount && answer.currencyCode.toUpperCase() === payment.currencyCode;
}

/** A date-time without a zone is taken as UTC, as .NET services write it. */
function timeOf(text: string | null | undefined): number | null {
  if (text == null) return null;
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : time;
}
