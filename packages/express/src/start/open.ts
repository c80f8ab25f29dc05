import {
  duplicateTransactionCode,
  GatewayFaultError,
  InvalidResponseError,
  PgwError,
  type Money,
} from '@pgw/protocol';
import { listViolations } from '@pgw/protocol/internal';
import type { PaymentChange } from '../payments/payment-change.ts';
import { idsOf, noteOf, type Engine } from '../payments/engine.ts';
import { parseGatewayTime } from '../payments/gateway-record.ts';
import { isAllowedTransition, type Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { redirectOf, redirectRules, type Redirect } from './redirect.ts';

/** The shopper's connection, as the gateway requires it, and the URL to which the browser returns. */
export interface Sender {
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
  readonly returnUrl: string;
}

/** A started payment, and how the browser is redirected to pay it. */
export interface Started {
  readonly payment: Payment;
  readonly redirect: Redirect;
}

/**
 * Requests a stored payment at the gateway and stores the response.
 *
 * @throws CheckoutProblem `outcome-unknown` when no usable response arrives: the payment is `unknown` then.
 * `duplicate-payment` when the gateway has a payment with this reference already.
 * @throws PgwError when the gateway refuses or cannot be reached: the payment is `refused` then.
 */
export async function open(engine: Engine, payment: Payment, sender: Sender): Promise<Started> {
  const response = await requestPayment(engine, payment, sender).catch((error: unknown) =>
    refuse(engine, payment, error),
  );
  const redirect = redirectOf(response, redirectRules(engine, payment));
  if (redirect === undefined || !isSameMoney(response, payment)) {
    const message = 'The response has no usable redirection, or its amount differs from the requested one.';
    return refuse(engine, payment, new PgwError('outcome-unknown', message, { ids: idsOf(payment) }));
  }
  const change: PaymentChange = {
    state: 'open',
    transactionNumber: response.transactionNumber,
    redirect: JSON.stringify(redirect),
    expiresAt: parseGatewayTime(response.transactionExpired),
  };
  const opened = await keep(
    engine,
    payment,
    change,
    `The gateway opened transaction ${response.transactionNumber}.`,
  );
  engine.emit({
    level: 'info',
    event: 'payment-started',
    message: 'The payment was started, and the browser is redirected.',
    ids: idsOf(opened),
  });
  return { payment: opened, redirect };
}

/**
 * Resolves a payment whose outcome is unknown by requesting the same reference again: the gateway makes one
 * transaction per reference. When the first request never arrived, the payment is opened now. When it
 * arrived, its redirection is not known, so the shopper cannot pay it: the payment expires, and the result is
 * undefined.
 *
 * @throws CheckoutProblem `outcome-unknown` when no response arrives again.
 */
export async function resolveUnknown(
  engine: Engine,
  payment: Payment,
  sender: Sender,
): Promise<Started | undefined> {
  try {
    return await open(engine, payment, sender);
  } catch (error) {
    if (!(error instanceof CheckoutProblem) || error.code !== 'duplicate-payment') throw error;
    const text = 'The gateway has this payment, and no browser was redirected to it: it expires.';
    await keep(engine, payment, { state: 'expired' }, text);
    return undefined;
  }
}

function requestPayment(engine: Engine, payment: Payment, sender: Sender) {
  return engine.gateway.requestPayment({
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    referenceCode: payment.reference,
    ipAddress: sender.ipAddress,
    returnUrl: sender.returnUrl,
    callbackUrl: payment.callbackUrl,
    ...(payment.channel !== null && { channelId: payment.channel.id }),
    ...(payment.bank !== null && { providerChannelId: payment.bank.id }),
    ...(payment.description !== null && { description: payment.description }),
    ...(sender.userAgent !== undefined && { userAgent: sender.userAgent.slice(0, 200) }),
  });
}

/** Stores why there is no redirection, and throws it. */
async function refuse(engine: Engine, payment: Payment, error: unknown): Promise<never> {
  const { reference } = payment;
  if (error instanceof GatewayFaultError && error.fault.code === duplicateTransactionCode) {
    await keep(
      engine,
      payment,
      { state: 'unknown' },
      'The gateway has a payment with this reference already.',
    );
    const detail = 'The gateway has a payment with this reference already.';
    throw new CheckoutProblem('duplicate-payment', detail, { reference, cause: error });
  }
  if (!(error instanceof PgwError) || error.code === 'outcome-unknown') {
    await keep(engine, payment, { state: 'unknown' }, noteOfUnknown(error));
    const detail = 'It is not known whether the gateway has started the payment. Query the payment first.';
    throw new CheckoutProblem('outcome-unknown', detail, { reference, cause: error });
  }
  // This request was not processed. An earlier one may have been, so the payment is queried when the gateway
  // responds.
  if (payment.state === 'unknown' && error.retryable) throw error;
  const change: PaymentChange = { state: 'refused', schedule: { nextQueryAt: null } };
  await keep(engine, payment, change, `It was not started: ${error.code}.`);
  throw error;
}

/** The timeline's text for a start with an unknown outcome. */
function noteOfUnknown(error: unknown): string {
  if (!(error instanceof InvalidResponseError)) return 'No response of the gateway arrived.';
  const rules = error.violations.length === 0 ? 'it is unreadable' : listViolations(error.violations);
  return `The response of the gateway does not match its interface: ${rules}.`;
}

/** Stores the gateway's response. When a callback has changed the state first, that state is kept. */
async function keep(engine: Engine, payment: Payment, change: PaymentChange, text: string): Promise<Payment> {
  const { state = payment.state, ...rest } = change;
  const isMove = isAllowedTransition(payment.state, state);
  const note = noteOf(engine, payment.reference, 'start', text);
  const changed = await engine.store.updatePayment(payment, isMove ? change : rest, note);
  if (changed !== undefined) return changed;
  const current = await engine.store.findPayment(payment.reference);
  if (current === undefined) throw new Error(`Payment ${payment.reference} is missing in the store.`);
  return keep(engine, current, change, text);
}

function isSameMoney(response: Money, payment: Payment): boolean {
  return response.amount === payment.amount && response.currencyCode.toUpperCase() === payment.currencyCode;
}
