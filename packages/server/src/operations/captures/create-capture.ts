import { authType, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import { createNote, type PaymentContext } from '../../engine/payment-context.ts';
import { isEndedState, toPaymentState, type Payment } from '../../model/payments/payment.ts';
import { maxQuotedTextLength } from '../../model/payments/timeline.ts';
import { syncPayment } from '../../sync/sync-payment.ts';
import {
  changeOperation,
  emitOperationFailure,
  emitOperationOutcome,
  storeFailedRequest,
} from '../change-operation.ts';
import {
  createOperation,
  createOperationError,
  requireAmountUpTo,
  requireOperationId,
  requireSameOperation,
} from '../new-operation.ts';
import { isUndecided, type Operation, type OperationChange } from '../../model/operations/operation.ts';
import { syncCaptures } from './sync-captures.ts';

/** A capture that an operator requests. */
export interface CaptureOptions {
  /** The reference of the payment. */
  readonly reference: string;
  /** Integer minor units. Default: the whole remaining amount. */
  readonly amount?: number | undefined;
  /**
   * True if this is the last capture. The gateway then releases the rest of the authorization. Default: true
   * when nothing remains.
   */
  readonly isLast?: boolean | undefined;
}

/**
 * Captures an authorized payment, in full or in part. The capture is stored before the request is sent. After
 * each capture the payment is synced, and fulfilled when the gateway reports it as paid. A repeated `id`
 * returns the first capture.
 *
 * When no response arrives, the capture is `unknown`. It is never sent again: its outcome is queried. No
 * other capture of the payment is sent until the outcome is known.
 *
 * @throws InvalidRequestError when the payment is not authorized, the id belongs to another operation, the
 * amount exceeds the remaining amount, or the outcome of an earlier capture is unknown. No request was sent.
 */
export async function createCapture(
  context: PaymentContext,
  id: string,
  options: CaptureOptions,
): Promise<Operation> {
  const { store } = context;
  const { reference } = options;
  const request = { ...options, kind: 'capture' } as const;
  for (;;) {
    const storedCapture = await store.findOperation(id);
    if (storedCapture !== undefined) return requireSameOperation(storedCapture, request);
    await syncCaptures(context, reference);
    const payment = await store.findPayment(reference);
    if (payment === undefined) throw createOperationError(request, 'there is no such payment');
    // Read after the payment: a capture that is stored in between increments the payment's version, so
    // `insertOperation` stores nothing.
    const earlierCaptures = await store.listOperations(reference, 'capture');
    const capture = buildCapture(context, id, { payment, options, earlierCaptures });
    const text = `A ${capture.isLast ? 'last ' : ''}capture of ${moneyText(capture)} is requested.`;
    const note = createNote(context, {
      reference: payment.reference,
      source: 'operator',
      kind: 'operation-changed',
      text,
    });
    if (await store.insertOperation(capture, note, payment)) return sendCapture(context, payment, capture);
    // The payment has changed, or another request has just stored an operation with this id. Read both again.
  }
}

function buildCapture(
  context: PaymentContext,
  id: string,
  {
    payment,
    options,
    earlierCaptures,
  }: { payment: Payment; options: CaptureOptions; earlierCaptures: readonly Operation[] },
): Operation {
  const { reference, state, capturedAmount, currencyCode } = payment;
  const request = { kind: 'capture', reference } as const;
  if (state !== 'authorized' || payment.transactionNumber === null)
    throw createOperationError(request, `the payment is ${state}, not authorized`);
  if (earlierCaptures.some(isUndecided)) {
    const message =
      'the outcome of an earlier capture is unknown: look it up at the gateway and store it first (operator.captures.resolve)';
    throw createOperationError(request, message);
  }
  requireOperationId(request, id);
  const remainingAmount = payment.amount - (capturedAmount ?? 0);
  const amount = options.amount ?? remainingAmount;
  requireAmountUpTo(remainingAmount, { ...request, amount }, 'captured');
  const isLast = options.isLast === true || amount === remainingAmount;
  const channelId = payment.channel?.id ?? null;
  return createOperation(context, { id, ...request, amount, isLast, currencyCode, channelId });
}

async function sendCapture(
  context: PaymentContext,
  payment: Payment,
  capture: Operation,
): Promise<Operation> {
  const outcome = await context.gateway.attempt.processPayment({
    transactionNumber: payment.transactionNumber ?? '',
    amount: capture.requestedAmount,
    channelDetails: { AuthType: authType.partialPayment },
    LastPayment: capture.isLast,
  });
  const updatedCapture =
    outcome.kind === 'done'
      ? await storeResponse(context, capture, outcome.response)
      : await storeFailure(context, capture, outcome);
  await syncPayment(context, payment, { source: 'capture' }).catch((error: unknown) =>
    emitOperationFailure(context, updatedCapture, error),
  );
  return updatedCapture;
}

/** What the gateway reports about a capture. */
type CaptureResponse = Pick<
  Awaited<ReturnType<PaymentContext['gateway']['processPayment']>>,
  'status' | 'partialTransactionNumber' | 'amount'
>;

async function storeResponse(
  context: PaymentContext,
  capture: Operation,
  response: CaptureResponse,
): Promise<Operation> {
  const { name } = paymentStatus(response.status);
  const change = planResponse(response);
  const text = `The gateway reports ${name} (${response.status}): the capture is ${change.state}.`;
  const { transactionNumber = null, amount } = change;
  const changed = await changeOperation(context, capture, (current) => {
    // A capture without a response was taken for refused.
    const isLate = current.state === 'refused' && change.state === 'done';
    if (isUndecided(current) || isLate) return { ...change, text };
    // The state of the payment has determined the outcome before the response arrived.
    if (current.transactionNumber !== null || transactionNumber === null) return undefined;
    return { transactionNumber, ...(current.state === 'done' && amount !== undefined && { amount }) };
  });
  emitOperationOutcome(context, changed);
  return changed.operation;
}

/** The amount is the captured one. An amount that is not an integer of minor units is not stored. */
function planResponse({ status, partialTransactionNumber, amount }: CaptureResponse): OperationChange {
  const { outcome, name } = paymentStatus(status);
  const report = { transactionNumber: partialTransactionNumber ?? null, gatewayStatus: status };
  const state = toPaymentState(outcome);
  if (state !== undefined && isEndedState(state))
    return { ...report, state: 'refused', message: name, nextQueryAt: null };
  // The status of a refund does not show whether the amount was captured before.
  if (state !== 'paid' && state !== 'authorized') return { ...report, state: 'unknown', message: name };
  const isStorable = amount != null && Number.isSafeInteger(amount) && amount > 0;
  return { ...report, state: 'done', nextQueryAt: null, ...(isStorable && { amount }) };
}

async function storeFailure(
  context: PaymentContext,
  capture: Operation,
  { kind, error }: { readonly kind: string; readonly error: PgwError },
): Promise<Operation> {
  const message = error.message.slice(0, maxQuotedTextLength);
  if (kind === 'unknown') {
    const text = 'No response to the capture arrived: its outcome is queried, and it is not sent again.';
    return storeFailedRequest(context, capture, { state: 'unknown', error, message, text });
  }
  const text = `The capture was refused: ${message}`;
  return storeFailedRequest(context, capture, { state: 'refused', error, message, text });
}
