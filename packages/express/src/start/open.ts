import {
  duplicateTransactionCode,
  GatewayFaultError,
  InvalidAnswerError,
  listViolations,
  PgwError,
  type Money,
  type StorefrontRedirect,
} from '@pgw/protocol';
import type { PaymentChange } from '../payments/store.ts';
import { idsOf, noteOf, type Engine } from '../payments/engine.ts';
import { timeOf } from '../payments/gateway-record.ts';
import { mayMove, type Payment } from '../payments/payment.ts';
import { CheckoutProblem } from '../payments/problem.ts';
import { redirectOf, redirectRules } from './redirect.ts';

/** Who asks to pay, for the gateway; and where the browser comes back to. */
export interface Sender {
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
  readonly returnUrl: string;
}

export interface Started {
  readonly payment: Payment;
  readonly redirect: StorefrontRedirect;
}

/**
 * Asks the gateway to open a stored payment, and stores what it answers.
 *
 * @throws CheckoutProblem `outcome-unknown` when the answer was lost; the payment is `unknown` then.
 */
export async function open(engine: Engine, payment: Payment, sender: Sender): Promise<Started> {
  const answer = await request(engine, payment, sender).catch((error: unknown) =>
    refuse(engine, payment, error),
  );
  const redirect = redirectOf(answer, redirectRules(engine, payment));
  if (redirect === undefined || !isSameMoney(answer, payment)) {
    const message = 'The answer has no usable redirection, or another amount than was asked for.';
    return refuse(engine, payment, new PgwError('outcome-unknown', message, { ids: idsOf(payment) }));
  }
  const change: PaymentChange = {
    state: 'open',
    transactionNumber: answer.transactionNumber,
    redirect: JSON.stringify(redirect),
    expiresAt: timeOf(answer.transactionExpired),
  };
  const opened = await keep(engine, payment, change, `The gateway opened it as ${answer.transactionNumber}.`);
  engine.emit({
    level: 'info',
    event: 'payment-started',
    message: 'The shopper is sent to pay.',
    ids: idsOf(opened),
  });
  return { payment: opened, redirect };
}

/**
 * Finds out about a payment whose answer was lost, by asking for the very same reference again: the gateway makes one
 * transaction of one reference. Either it never arrived and is opened now; or it stands, and then nobody holds the way to
 * pay it, so it is over. Undefined when it is over.
 *
 * @throws CheckoutProblem `outcome-unknown` when this answer is lost as well.
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
    const text = 'The gateway has it, and nobody was sent to pay it: it is given up.';
    await keep(engine, payment, { state: 'expired' }, text);
    return undefined;
  }
}

function request(engine: Engine, payment: Payment, sender: Sender) {
  return engine.gateway.requestPayment({
    currencyCode: payment.currencyCode,
    amount: payment.amount,
    referenceCode: payment.reference,
    ipAddress: sender.ipAddress,
    returnUrl: sender.returnUrl,
    callbackUrl: payment.callbackUrl,
    ...(payment.channelId !== null && { channelId: payment.channelId }),
    ...(payment.bankId !== null && { providerChannelId: payment.bankId }),
    ...(payment.description !== null && { description: payment.description }),
    ...(sender.userAgent !== undefined && { userAgent: sender.userAgent.slice(0, 200) }),
  });
}

/** Remembers why there is no redirection, and says so. */
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
  // This request was not processed, but an earlier one may have been: the gateway is queried about it once it responds.
  if (payment.state === 'unknown' && error.retryable) throw error;
  await keep(engine, payment, { state: 'refused', nextAskAt: null }, `It was not started: ${error.code}.`);
  throw error;
}

/** What the timeline says about a payment whose start has an unknown outcome. */
function noteOfUnknown(error: unknown): string {
  if (!(error instanceof InvalidAnswerError)) return 'The answer of the gateway was lost.';
  const rules = error.violations.length === 0 ? 'it is unreadable' : listViolations(error.violations);
  return `The gateway answered, but its answer breaks the interface: ${rules}.`;
}

/** Stores what the gateway answered. A callback that was faster has moved the payment on; then its state stands. */
async function keep(engine: Engine, payment: Payment, change: PaymentChange, text: string): Promise<Payment> {
  const { state = payment.state, ...rest } = change;
  const isMove = mayMove(payment.state, state);
  const note = noteOf(engine, payment.reference, 'start', text);
  const changed = await engine.store.updatePayment(payment, isMove ? change : rest, note);
  if (changed !== undefined) return changed;
  const current = await engine.store.findPayment(payment.reference);
  if (current === undefined) throw new Error(`Payment ${payment.reference} has gone from the store.`);
  return keep(engine, current, change, text);
}

function isSameMoney(answer: Money, payment: Payment): boolean {
  return answer.amount === payment.amount && answer.currencyCode.toUpperCase() === payment.currencyCode;
}
