import { authType, isSameReference, moneyText, paymentStatus } from '@pgw/protocol';
import type { PaymentContext, AccountOption } from '../../engine/payment-context.ts';
import {
  createOperation,
  isUndecided,
  type Operation,
  type OperationChange,
} from '../../model/operations/operation.ts';
import { isEndedState, toPaymentState } from '../../model/payments/payment-state.ts';
import { type Payment } from '../../model/payments/payment.ts';
import { storeReports, syncPayment } from '../../sync/sync-payment.ts';
import { createOperationError, requireAmountUpTo, requireOperationId, type RequestedKind } from '../kind.ts';
import { changeOutcome, reportUnsyncedPayment, requestOperation } from '../request.ts';

/** A capture that an operator requests. */
export interface CaptureOptions extends AccountOption {
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

type CaptureResponse = Awaited<ReturnType<PaymentContext['gateway']['processPayment']>>;

/**
 * Captures an authorized payment, in full or in part; see `requestOperation`. After each capture the payment is synced, and
 * fulfilled when the gateway reports it as paid. No other capture of the payment is sent until the outcome is known.
 *
 * @throws InvalidRequestError also when the payment is not authorized, the amount exceeds the remaining amount, or the
 * outcome of an earlier capture is unknown.
 */
export function createCapture(
  context: PaymentContext,
  id: string,
  options: CaptureOptions,
): Promise<Operation> {
  return requestOperation(context, captureKind, { id, reference: options.reference, options });
}

/** Queries the payment of a capture. Its state decides the outcome of the capture. */
export async function syncCapture(context: PaymentContext, { reference }: Operation): Promise<void> {
  const payment = await context.store.find('payment', reference);
  if (payment !== undefined) await storeReports(context, payment, { source: 'capture' });
}

const captureKind: RequestedKind<CaptureOptions, CaptureResponse> = {
  kind: 'capture',
  isSame: (stored, { reference, amount }) =>
    isSameReference(stored.reference, reference) &&
    (amount === undefined || amount === stored.requestedAmount),
  prepare: async (context, id, options) => {
    const { store, gateway } = context;
    const { reference } = options;
    const payment = await findDecidedPayment(context, reference);
    // Read after the payment: a capture that is stored in between increments the payment's version, so
    // `insertOperation` stores nothing.
    const earlierCaptures = await store.list('captures', reference);
    const operation = buildCapture(context, id, { payment, options, earlierCaptures });
    return {
      operation,
      payment,
      text: `A ${operation.isLast ? 'last ' : ''}capture of ${moneyText(operation)} is requested.`,
      send: () =>
        gateway.attempt.processPayment({
          transactionNumber: payment.transactionNumber ?? '',
          amount: operation.requestedAmount,
          channelDetails: { AuthType: authType.partialPayment },
          LastPayment: operation.isLast,
        }),
    };
  },
  storeResponse: (context, { operation }, response) => {
    const { name } = paymentStatus(response.status);
    const change = planResponse(response);
    const text = `The gateway reports ${name} (${response.status}): the capture is ${change.state}.`;
    const { transactionNumber = null, amount } = change;
    return changeOutcome(context, operation, (current) => {
      // A capture without a response was taken for refused.
      const isLate = current.state === 'refused' && change.state === 'done';
      if (isUndecided(current) || isLate) return { ...change, text };
      // The state of the payment has determined the outcome before the response arrived.
      if (current.transactionNumber !== null || transactionNumber === null) return undefined;
      return { transactionNumber, ...(current.state === 'done' && amount !== undefined && { amount }) };
    });
  },
  afterwards: async (context, { operation, payment }) => {
    if (payment === undefined) return;
    await syncPayment(context, payment, { source: 'capture' }).catch((error: unknown) =>
      reportUnsyncedPayment(context, operation, error),
    );
  },
};

/** Returns a payment, after a query if one of its captures has no outcome. */
async function findDecidedPayment(context: PaymentContext, reference: string): Promise<Payment> {
  const { store } = context;
  const payment = await store.find('payment', reference);
  if (payment === undefined)
    throw createOperationError({ kind: 'capture', reference }, 'there is no such payment');
  if (payment.capturedAmount === null) return payment;
  const captures = await store.list('captures', reference);
  return captures.some(isUndecided) ? syncPayment(context, payment, { source: 'capture' }) : payment;
}

function buildCapture(
  { now }: PaymentContext,
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
  return createOperation({ id, ...request, amount, isLast, currencyCode, channelId }, now());
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
