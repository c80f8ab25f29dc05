import {
  GatewayFaultError,
  moneyText,
  paymentStatus,
  type PgwError,
  transactionNotFoundCode,
} from '@pgw/protocol';
import { getErrorMessage } from '../error-message.ts';
import { getLogIds, createNote, type Engine } from '../payments/engine.ts';
import { fulfilsOrder, type Payment } from '../payments/payment.ts';
import { maxQuotedTextLength } from '../payments/timeline.ts';
import { mayHaveReturnedMoney, type Refund } from './refund.ts';
import {
  storeReportedStatus,
  updateRefund,
  createRefundError,
  isRefundOpen,
  emitRefundFailure,
} from './refund-outcome.ts';

/** The maximum number of characters of a key. */
const maxKeyLength = 64;
/** The maximum number of characters of the reason in the timeline entry of a request. */
const maxReasonLengthInNote = 200;
/** A refund without a response is queried after this time. */
const firstQueryDelayMs = 60_000;

/** A refund that an operator requests. */
export interface RefundRequest {
  /** The reference of the payment. */
  readonly reference: string;
  /** Integer minor units. Default: the whole remaining amount. */
  readonly amount?: number | undefined;
  /** Sent to the gateway, and printed on the customer's statement where the provider supports it. */
  readonly reason: string;
  /**
   * 8 to 64 characters of A-Z a-z 0-9 - _. Make a new key for each refund: a repeated key returns the first
   * refund.
   */
  readonly key: string;
}

/**
 * Refunds a payment, in full or in part. The refund is stored before the request is sent. When no response
 * arrives, the refund is `unknown`: it is queried until its outcome is known, and never sent again.
 *
 * @throws InvalidRequestError when the payment is not paid, the key belongs to another refund, or the amount
 * exceeds the remaining amount. No request was sent.
 */
export async function refund(engine: Engine, request: RefundRequest): Promise<Refund> {
  const { store } = engine;
  for (;;) {
    const storedRefund = await store.findRefund(request.key);
    if (storedRefund !== undefined) return requireSameRefund(storedRefund, request);
    const payment = await store.findPayment(request.reference);
    if (payment === undefined) throw createRefundError(request, 'there is no such payment');
    const newRefund = buildRefund(engine, {
      request,
      payment,
      earlierRefunds: await store.listRefunds(request.reference),
    });
    const text = `A refund of ${moneyText({ ...payment, amount: newRefund.amount })} is requested: ${request.reason.slice(0, maxReasonLengthInNote)}`;
    const isStored = await store.insertRefund(
      payment,
      newRefund,
      createNote(engine, payment.reference, 'operator', text),
    );
    if (isStored) return sendRefund(engine, payment, newRefund);
    // The payment has changed, or another request has just stored a refund with this key. Read both again.
  }
}

type SendOutcome = Awaited<ReturnType<Engine['gateway']['attempt']['refundPayment']>>;

async function sendRefund(engine: Engine, payment: Payment, newRefund: Refund): Promise<Refund> {
  const isWhole = newRefund.amount === payment.amount;
  const outcome = await engine.gateway.attempt.refundPayment({
    // `buildRefund` refuses a payment without a number.
    transactionNumber: payment.transactionNumber ?? '',
    reason: newRefund.reason,
    ...(!isWhole && { amount: newRefund.amount }),
  });
  if (outcome.kind !== 'done') {
    return storeFailure(engine, { payment, newRefund, outcome });
  }
  // The gateway has the refund. When the store fails now, the refund stays `requested` and is queried later.
  const { refundStatus: status, refundTransactionNumber = null } = outcome.response;
  return storeReportedStatus(engine, payment, newRefund, { status, refundTransactionNumber });
}

async function storeFailure(
  engine: Engine,
  {
    payment,
    newRefund,
    outcome,
  }: { payment: Payment; newRefund: Refund; outcome: Exclude<SendOutcome, { kind: 'done' }> },
): Promise<Refund> {
  const { kind, error } = outcome;
  const message = describeRefusal(payment, error);
  emitRefundFailure(engine, newRefund, error);
  return kind === 'unknown'
    ? updateRefund(
        engine,
        newRefund,
        { state: 'unknown', message },
        'No response to the refund arrived: its outcome is queried, and it is not sent again.',
      )
    : updateRefund(
        engine,
        newRefund,
        { state: 'refused', message, nextQueryAt: null },
        `The refund was refused: ${message}`,
      );
}

/**
 * Returns the reason for a refusal, for the operator. A failed refund can change the gateway's status of a
 * payment. The gateway then refuses further refunds with code 2010, and its message does not name the status.
 */
function describeRefusal({ gatewayStatus }: Payment, error: PgwError): string {
  if (!(error instanceof GatewayFaultError)) return error.code;
  const { code, gatewayMessage } = error.fault;
  if (code !== transactionNotFoundCode || gatewayStatus === null || fulfilsOrder(gatewayStatus))
    return gatewayMessage.slice(0, maxQuotedTextLength);
  return (
    `The gateway refunds a payment only while its status is Success, and this one is in ${paymentStatus(gatewayStatus).name} ` +
    `(${gatewayStatus}) after an earlier refund. Nothing was returned by this request. Contact the gateway's support: they can return the money, ` +
    'or set the payment back to Success so that you can refund it again.'
  );
}

function buildRefund(
  engine: Engine,
  {
    request,
    payment,
    earlierRefunds,
  }: { request: RefundRequest; payment: Payment; earlierRefunds: readonly Refund[] },
): Refund {
  const isPaid = payment.state === 'paid' || payment.state === 'refunding' || payment.state === 'refunded';
  if (!isPaid || payment.transactionNumber === null)
    throw createRefundError(request, `the payment is ${payment.state}, not paid`);
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(request.key))
    throw createRefundError(request, 'key must be 8 to 64 letters, digits, - or _');
  if (request.reason.trim() === '') throw createRefundError(request, 'a reason is required');
  const returnedAmount = earlierRefunds
    .filter(({ state }) => mayHaveReturnedMoney(state))
    .reduce((sum, { amount }) => sum + amount, 0);
  const remainingAmount = (payment.capturedAmount ?? payment.amount) - returnedAmount;
  const amount = request.amount ?? remainingAmount;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remainingAmount) {
    const openRefundText = earlierRefunds.some(({ state }) => isRefundOpen(state))
      ? '; the outcome of an earlier refund is unknown: look it up at the gateway and store it first (operator.resolveRefund)'
      : '';
    const message =
      remainingAmount > 0
        ? `amount must be an integer of minor units from 1 to ${remainingAmount}, the amount that can still be refunded`
        : 'the whole amount is refunded, or is being refunded';
    throw createRefundError(request, message + openRefundText);
  }
  const now = engine.now();
  return {
    key: request.key,
    reference: payment.reference,
    state: 'requested',
    amount,
    reason: request.reason,
    refundTransactionNumber: null,
    gatewayStatus: null,
    message: null,
    createdAt: now,
    nextQueryAt: now + firstQueryDelayMs,
    version: 1,
  };
}

function requireSameRefund(storedRefund: Refund, request: RefundRequest): Refund {
  const isSame = storedRefund.reference.toLowerCase() === request.reference.toLowerCase();
  if (isSame && (request.amount === undefined || request.amount === storedRefund.amount)) return storedRefund;
  throw createRefundError(request, 'the key belongs to another refund; make a new key for each refund');
}

/** Refunds the second payment of an order that another payment has paid. */
export async function refundSecondPayment(engine: Engine, payment: Payment): Promise<void> {
  try {
    const { reference } = payment;
    await refund(engine, {
      reference,
      reason: 'The order was paid twice',
      key: `second-${reference}`.slice(0, maxKeyLength),
    });
  } catch (error) {
    const message = `The second payment of an order could not be refunded: ${getErrorMessage(error)}`;
    engine.emit({ level: 'error', event: 'refund-failed', message, ids: getLogIds(payment), error });
  }
}
