import { GatewayFaultError, isSameReference, moneyText, paymentStatus, type PgwError } from '@pgw/protocol';
import { transactionNotFoundCode, endSentence } from '@pgw/protocol/internal';
import { createAttentionEvent } from '../../events/operation-events.ts';
import { type PaymentContext, type AccountOption, quoteText } from '../../engine/payment-context.ts';
import {
  createOperation,
  createSentReason,
  createShortId,
  isOpen,
  sumMovedAmounts,
  type Operation,
} from '../../model/operations/operation.ts';
import { fulfillsOrder } from '../../model/payments/payment-state.ts';
import { isVoided, type Payment } from '../../model/payments/payment.ts';
import { hasShortId } from '../../sync/decisions/match-refunds.ts';
import {
  computeRefundChange,
  describeRefundChange,
  hasOtherNumber,
  isStorableAmount,
} from '../../sync/decisions/refund-change.ts';
import type { RefundReport } from '../../sync/decisions/refund-reports.ts';
import { selectKind } from '../../sync/plan.ts';
import { storeReports } from '../../sync/sync-payment.ts';
import { createOperationError, requireAmountUpTo, type RequestedKind } from '../kind.ts';
import { changeOutcome, reportUnsyncedPayment, requestOperation } from '../request.ts';

/** The maximum number of characters of the reason in the timeline entry of a request. */
const maxReasonLengthInNote = 200;

/** A refund that an operator requests. */
export interface RefundOptions extends AccountOption {
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

type RefundResponse = Awaited<ReturnType<PaymentContext['gateway']['refundPayment']>>;

/**
 * Refunds a payment, in full or in part; see `requestOperation`.
 *
 * @throws InvalidRequestError also when the payment is not paid, or the amount exceeds the remaining amount.
 * @throws PgwError when the gateway does not respond to the refund query. No refund was sent.
 */
export function createRefund(
  context: PaymentContext,
  id: string,
  options: RefundOptions,
): Promise<Operation> {
  return requestOperation(context, refundKind, { id, reference: options.reference, options });
}

/** Compares the refunds of a payment with the gateway. No refund is sent again. */
export async function syncRefund(context: PaymentContext, { reference }: Operation): Promise<void> {
  const payment = await context.store.find('payment', reference);
  if (payment !== undefined) await storeReports(context, payment, { source: 'refund', reads: 'refunds' });
}

const refundKind: RequestedKind<RefundOptions, RefundResponse> = {
  kind: 'refund',
  isSame: (stored, { reference, amount }) =>
    isSameReference(stored.reference, reference) &&
    (stored.origin === 'gateway' || amount === undefined || amount === stored.requestedAmount),
  prepare: async (context, id, options) => {
    const { store, gateway } = context;
    const storedPayment = await store.find('payment', options.reference);
    if (storedPayment === undefined)
      throw createOperationError({ kind: 'refund', ...options }, 'there is no such payment');
    requireRefundable(storedPayment, options);
    // Refunds that were made elsewhere reduce the remaining amount.
    const synced = await storeReports(context, storedPayment, { source: 'refund', reads: 'refunds' });
    const { payment, isQueryable } = synced;
    const refunds = selectKind(synced.operations, 'refund');
    const shortId = createShortId(payment.reference, id);
    // After a backup was restored, the store may have lost this refund and imported it again.
    const stored = refunds.find((refund) => refund.origin === 'gateway' && hasShortId(refund, { shortId }));
    if (stored !== undefined) return { stored };
    const operation = buildRefund(context, id, { options, payment, earlierRefunds: refunds });
    const reason = options.reason.slice(0, maxReasonLengthInNote);
    const reasonText = isQueryable
      ? reason
      : `${endSentence(reason)} The gateway has no refund query for this channel, so refunds that were made elsewhere are not known.`;
    // Nothing was ever refunded, so the request needs no amount.
    const isWhole = operation.amount === payment.amount && refunds.every(({ state }) => state === 'refused');
    return {
      operation,
      payment,
      text: `A refund of ${moneyText(operation)} is requested: ${reasonText}`,
      send: () =>
        gateway.attempt.refundPayment({
          // `requireRefundable` refuses a payment without a number.
          transactionNumber: payment.transactionNumber ?? '',
          reason: createSentReason(operation),
          ...(!isWhole && { amount: operation.requestedAmount }),
        }),
    };
  },
  // The gateway has the refund. When the store fails now, the refund stays `requested` and is queried later.
  storeResponse: async (context, { operation: refund }, response) => {
    const report = {
      status: response.refundStatus,
      amount: response.amount,
      currencyCode: response.currencyCode.toUpperCase(),
      transactionNumber: response.refundTransactionNumber ?? null,
      reason: null,
    };
    const storedRefund = await storeReport(context, refund, report);
    try {
      const payment = await context.store.find('payment', refund.reference);
      const isDifferent =
        report.amount !== refund.requestedAmount || report.currencyCode !== refund.currencyCode;
      if (payment !== undefined)
        await storeReports(context, payment, { source: 'refund', reads: isDifferent ? 'all' : 'record' });
      return (await context.store.find('operation', refund.id)) ?? storedRefund;
    } catch (error) {
      reportUnsyncedPayment(context, storedRefund, error);
      return storedRefund;
    }
  },
  describeError: ({ payment }, error) => describeRefusal(payment?.gatewayStatus ?? null, error),
};

async function storeReport(
  context: PaymentContext,
  refund: Operation,
  report: RefundReport,
): Promise<Operation> {
  const storedRefund = await changeOutcome(context, refund, (current) => {
    // A comparison may have stored the outcome before the response arrived. If it has assigned another refund of the
    // gateway, the response decides.
    if (!isOpen(current) && !hasOtherNumber(current, report)) return undefined;
    const change = computeRefundChange(current, report, context.now());
    return change && { ...change, text: describeRefundChange(current, report, change) };
  });
  if (!isStorableAmount(report, refund)) {
    const text = `the gateway reports ${report.amount} ${report.currencyCode}, which was not stored.`;
    context.emit(createAttentionEvent(storedRefund, text));
  }
  return storedRefund;
}

/** Returns the reason for a refusal, for the operator. */
function describeRefusal(gatewayStatus: number | null, error: PgwError): string {
  if (!(error instanceof GatewayFaultError)) return error.code;
  const { code, gatewayMessage } = error.fault;
  if (code !== transactionNotFoundCode || gatewayStatus === null || fulfillsOrder(gatewayStatus))
    return quoteText(gatewayMessage);
  return (
    `The gateway refunds a payment only while its status is Success, and this one is in ${paymentStatus(gatewayStatus).name} ` +
    `(${gatewayStatus}) after an earlier refund. Nothing was returned by this request. Contact the gateway's support: they can return the money, ` +
    'or set the payment back to Success so that you can refund it again.'
  );
}

/** True for a payment whose money can be returned. */
export function isRefundable(payment: Payment): boolean {
  const { state } = payment;
  return (state === 'paid' || state === 'refunding' || state === 'refunded') && !isVoided(payment);
}

/**
 * Requires a payment that can be refunded, before the gateway is queried.
 *
 * @throws InvalidRequestError for another payment or an empty reason.
 */
function requireRefundable(payment: Payment, { reason }: RefundOptions): void {
  const { reference, state, transactionNumber } = payment;
  const request = { kind: 'refund', reference } as const;
  if (isVoided(payment))
    throw createOperationError(request, 'the payment was voided, so there is no money to return');
  if (!isRefundable(payment) || transactionNumber === null)
    throw createOperationError(request, `the payment is ${state}, not paid`);
  if (reason.trim() === '') throw createOperationError(request, 'a reason is required');
}

function buildRefund(
  { now }: PaymentContext,
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
  return createOperation({ id, ...request, amount, reason, currencyCode, channelId }, now());
}
