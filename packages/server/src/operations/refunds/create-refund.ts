import { GatewayFaultError, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import { transactionNotFoundCode } from '@pgw/protocol/internal';
import { createNote, type PaymentContext } from '../../engine/payment-context.ts';
import { fulfillsOrder, type Payment } from '../../model/payments/payment.ts';
import { maxQuotedTextLength } from '../../model/payments/timeline.ts';
import { storeFailedRequest } from '../change-operation.ts';
import {
  createOperation,
  createOperationError,
  createSentReason,
  createShortId,
  requireSameOperation,
  requireAmountUpTo,
} from '../new-operation.ts';
import { isOpen, sumMovedAmounts, type Operation } from '../../model/operations/operation.ts';
import { hasShortId } from './match-refunds.ts';
import { reconcileOperations } from '../reconcile-operations.ts';
import { storeRefundResponse } from './store-refund-response.ts';

/** The maximum number of characters of the reason in the timeline entry of a request. */
const maxReasonLengthInNote = 200;

/** A refund that an operator requests. */
export interface RefundOptions {
  /** The reference of the payment. */
  readonly reference: string;
  /** Integer minor units. Default: the whole remaining amount. */
  readonly amount?: number | undefined;
  /**
   * Sent to the gateway with the short id of the refund, and printed on the customer's statement where the
   * provider supports it.
   */
  readonly reason: string;
}

/**
 * Refunds a payment, in full or in part. The refund is stored before the request is sent. When no response
 * arrives, the refund is `unknown`: it is queried until its outcome is known, and never sent again. A repeated
 * `id` returns the first refund.
 *
 * @throws InvalidRequestError when the payment is not paid, the id belongs to another operation, or the amount
 * exceeds the remaining amount. No request was sent.
 * @throws PgwError when the gateway does not respond to the refund query. No refund was sent.
 */
export async function createRefund(
  context: PaymentContext,
  id: string,
  options: RefundOptions,
): Promise<Operation> {
  const { store } = context;
  const request = { ...options, kind: 'refund' } as const;
  for (;;) {
    const storedRefund = await store.findOperation(id);
    if (storedRefund !== undefined) return requireSameOperation(storedRefund, request);
    const storedPayment = await store.findPayment(options.reference);
    if (storedPayment === undefined) throw createOperationError(request, 'there is no such payment');
    requireRefundable(storedPayment, options);
    // Refunds that were made elsewhere reduce the remaining amount.
    const { payment, refunds, isQueryable } = await reconcileOperations(context, storedPayment);
    const shortId = createShortId(payment.reference, id);
    // After a backup was restored, the store may have lost this refund and imported it again.
    const importedRefund = refunds.find(
      (refund) => refund.origin === 'gateway' && hasShortId(refund, { shortId }),
    );
    if (importedRefund !== undefined) return importedRefund;
    const refund = buildRefund(context, id, { options, payment, earlierRefunds: refunds });
    const queryText = isQueryable
      ? ''
      : ' The gateway has no refund query for this channel, so refunds that were made elsewhere are not known.';
    const text = `A refund of ${moneyText(refund)} is requested: ${options.reason.slice(0, maxReasonLengthInNote)}${queryText}`;
    const note = createNote(context, {
      reference: payment.reference,
      source: 'operator',
      kind: 'operation-changed',
      text,
    });
    const isWhole = refund.amount === payment.amount && refunds.every(({ state }) => state === 'refused');
    if (await store.insertOperation(refund, note, payment))
      return sendRefund(context, payment, { refund, isWhole });
    // The payment has changed, or another request has just stored an operation with this id. Read both again.
  }
}

type SendOutcome = Awaited<ReturnType<PaymentContext['gateway']['attempt']['refundPayment']>>;

/** Sends a refund. `isWhole`: nothing was ever refunded, so the request needs no amount. */
async function sendRefund(
  context: PaymentContext,
  payment: Payment,
  { refund, isWhole }: { readonly refund: Operation; readonly isWhole: boolean },
): Promise<Operation> {
  const outcome = await context.gateway.attempt.refundPayment({
    // `requireRefundable` refuses a payment without a number.
    transactionNumber: payment.transactionNumber ?? '',
    reason: createSentReason(refund),
    ...(!isWhole && { amount: refund.requestedAmount }),
  });
  if (outcome.kind !== 'done') return storeFailure(context, { payment, refund, outcome });
  // The gateway has the refund. When the store fails now, the refund stays `requested` and is queried later.
  const { refundStatus: status, amount, currencyCode, refundTransactionNumber = null } = outcome.response;
  const report = {
    status,
    amount,
    currencyCode: currencyCode.toUpperCase(),
    transactionNumber: refundTransactionNumber,
    reason: null,
  };
  return storeRefundResponse(context, payment, { refund, report });
}

async function storeFailure(
  context: PaymentContext,
  {
    payment,
    refund,
    outcome,
  }: { payment: Payment; refund: Operation; outcome: Exclude<SendOutcome, { kind: 'done' }> },
): Promise<Operation> {
  const { kind, error } = outcome;
  const message = describeRefusal(payment, error);
  if (kind === 'unknown') {
    const text = 'No response to the refund arrived: its outcome is queried, and it is not sent again.';
    return storeFailedRequest(context, refund, { state: 'unknown', error, message, text });
  }
  const text = `The refund was refused: ${message}`;
  return storeFailedRequest(context, refund, { state: 'refused', error, message, text });
}

/**
 * Returns the reason for a refusal, for the operator. A failed refund can change the gateway's status of a
 * payment. The gateway then refuses further refunds with code 2010, and its message does not name the status.
 */
function describeRefusal({ gatewayStatus }: Payment, error: PgwError): string {
  if (!(error instanceof GatewayFaultError)) return error.code;
  const { code, gatewayMessage } = error.fault;
  if (code !== transactionNotFoundCode || gatewayStatus === null || fulfillsOrder(gatewayStatus))
    return gatewayMessage.slice(0, maxQuotedTextLength);
  return (
    `The gateway refunds a payment only while its status is Success, and this one is in ${paymentStatus(gatewayStatus).name} ` +
    `(${gatewayStatus}) after an earlier refund. Nothing was returned by this request. Contact the gateway's support: they can return the money, ` +
    'or set the payment back to Success so that you can refund it again.'
  );
}

/** True for the states of a payment that can be refunded. */
export function isRefundableState({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'paid' || state === 'refunding' || state === 'refunded';
}

/**
 * Requires a payment that can be refunded, before the gateway is queried.
 *
 * @throws InvalidRequestError for another payment or an empty reason.
 */
function requireRefundable(
  { reference, state, transactionNumber }: Payment,
  { reason }: RefundOptions,
): void {
  const request = { kind: 'refund', reference } as const;
  if (!isRefundableState({ state }) || transactionNumber === null)
    throw createOperationError(request, `the payment is ${state}, not paid`);
  if (reason.trim() === '') throw createOperationError(request, 'a reason is required');
}

function buildRefund(
  context: PaymentContext,
  id: string,
  {
    options,
    payment,
    earlierRefunds,
  }: { options: RefundOptions; payment: Payment; earlierRefunds: readonly Operation[] },
): Operation {
  const { reference, currencyCode } = payment;
  const request = { kind: 'refund', reference } as const;
  const openRefund = earlierRefunds.find(isOpen);
  if (openRefund !== undefined) {
    const next =
      openRefund.state === 'processing'
        ? 'wait for its outcome'
        : 'look it up at the gateway and store it first (operator.refunds.resolve)';
    const message = `the outcome of refund ${openRefund.id} is not known: it is ${openRefund.state}; ${next}`;
    throw createOperationError(request, message);
  }
  const remainingAmount = (payment.capturedAmount ?? payment.amount) - sumMovedAmounts(earlierRefunds);
  const amount = options.amount ?? remainingAmount;
  requireAmountUpTo(remainingAmount, { ...request, amount }, 'refunded');
  const { reason } = options;
  const channelId = payment.channel?.id ?? null;
  return createOperation(context, { id, ...request, amount, reason, currencyCode, channelId });
}
