import { authType, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import { createNote, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { maxQuotedTextLength } from '../payments/timeline.ts';
import { settle } from '../payments/settle.ts';
import {
  changeOperation,
  emitOperationFailure,
  emitOperationOutcome,
  storeFailedRequest,
} from './change-operation.ts';
import {
  createOperation,
  createOperationError,
  requireOperationId,
  requireSameOperation,
} from './new-operation.ts';
import { isUndecided, type Operation } from './operation.ts';
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
 * each capture the payment is settled, and fulfilled when the gateway reports it as paid. A repeated `id`
 * returns the first capture.
 *
 * When no response arrives, the capture is `unknown`. It is never sent again: its outcome is queried. No
 * other capture of the payment is sent until the outcome is known.
 *
 * @throws InvalidRequestError when the payment is not authorized, the id belongs to another operation, the
 * amount exceeds the remaining amount, or the outcome of an earlier capture is unknown. No request was sent.
 */
export async function createCapture(engine: Engine, id: string, options: CaptureOptions): Promise<Operation> {
  const { store } = engine;
  const { reference } = options;
  const request = { ...options, kind: 'capture' } as const;
  for (;;) {
    const storedCapture = await store.findOperation(id);
    if (storedCapture !== undefined) return requireSameOperation(storedCapture, request);
    await syncCaptures(engine, reference);
    const payment = await store.findPayment(reference);
    if (payment === undefined) throw createOperationError(request, 'there is no such payment');
    // Read after the payment: a capture that is stored in between increments the payment's version, so
    // `insertOperation` stores nothing.
    const earlierCaptures = await store.listOperations(reference, 'capture');
    const capture = buildCapture(engine, id, { payment, options, earlierCaptures });
    const text = `A ${capture.isLast ? 'last ' : ''}capture of ${moneyText(capture)} is requested.`;
    const note = createNote(engine, payment.reference, 'operator', text);
    if (await store.insertOperation(capture, note, payment)) return sendCapture(engine, payment, capture);
    // The payment has changed, or another request has just stored an operation with this id. Read both again.
  }
}

function buildCapture(
  engine: Engine,
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
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > remainingAmount) {
    const message =
      remainingAmount > 0
        ? `amount must be an integer of minor units from 1 to ${remainingAmount}, the amount that can still be captured`
        : 'the whole amount is captured';
    throw createOperationError(request, message);
  }
  const isLast = options.isLast === true || amount === remainingAmount;
  const channelId = payment.channel?.id ?? null;
  return createOperation(engine, { id, ...request, amount, isLast, currencyCode, channelId });
}

async function sendCapture(engine: Engine, payment: Payment, capture: Operation): Promise<Operation> {
  const outcome = await engine.gateway.attempt.processPayment({
    transactionNumber: payment.transactionNumber ?? '',
    amount: capture.requestedAmount,
    channelDetails: { AuthType: authType.partialPayment },
    LastPayment: capture.isLast,
  });
  const updatedCapture =
    outcome.kind === 'done'
      ? await storeResponse(engine, capture, outcome.response)
      : await storeFailure(engine, capture, outcome);
  await settle(engine, payment, { source: 'capture' }).catch((error: unknown) =>
    emitOperationFailure(engine, updatedCapture, error),
  );
  return updatedCapture;
}

async function storeResponse(
  engine: Engine,
  capture: Operation,
  response: { readonly status: number; readonly partialTransactionNumber?: string | null | undefined },
): Promise<Operation> {
  const { outcome, name } = paymentStatus(response.status);
  const transactionNumber = response.partialTransactionNumber ?? null;
  const report = { transactionNumber, gatewayStatus: response.status };
  const reportText = `The gateway reports ${name} (${response.status})`;
  if (outcome === 'paid' || outcome === 'authorized') {
    const text = `${reportText}: the amount is captured.`;
    const change = { ...report, state: 'done', nextQueryAt: null, text } as const;
    const doneCapture = await changeOperation(engine, capture, change);
    emitOperationOutcome(engine, { before: capture, after: doneCapture }, text);
    return doneCapture;
  }
  if (outcome === 'pending') {
    const text = `${reportText}: the capture is unknown.`;
    return changeOperation(engine, capture, { ...report, state: 'unknown', message: name, text });
  }
  const text = `${reportText}: the capture is refused.`;
  const change = { ...report, state: 'refused', message: name, nextQueryAt: null, text } as const;
  const refusedCapture = await changeOperation(engine, capture, change);
  emitOperationOutcome(engine, { before: capture, after: refusedCapture }, text);
  return refusedCapture;
}

async function storeFailure(
  engine: Engine,
  capture: Operation,
  { kind, error }: { readonly kind: string; readonly error: PgwError },
): Promise<Operation> {
  const message = error.message.slice(0, maxQuotedTextLength);
  if (kind === 'unknown') {
    const text = 'No response to the capture arrived: its outcome is queried, and it is not sent again.';
    return storeFailedRequest(engine, capture, { state: 'unknown', error, message, text });
  }
  const text = `The capture was refused: ${message}`;
  return storeFailedRequest(engine, capture, { state: 'refused', error, message, text });
}
