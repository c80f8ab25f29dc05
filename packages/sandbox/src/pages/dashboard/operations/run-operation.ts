import type { Money } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { findTenant, type Gateway } from '../../../gateway.ts';
import { isRefusal } from '../../../ledger/services.ts';
import { paymentStatusNumber } from '../../../ledger/status-numbers.ts';
import { authorizationEnds, isAuthorizationEnd, isOutcomeName, outcomes } from '../../../outcomes.ts';
import { callbackScenarios, isCallbackScenarioName } from '../../../scenarios.ts';
import { readField } from '../../fields.ts';
import { formatMoney } from '../../format.ts';
import { sendPage } from '../../page.ts';
import { parseAmount } from './amount-field.ts';
import { notFoundPage } from '../../payable.ts';
import { createSameDayCheck } from '../../../ledger/refunds/same-day.ts';

type OperationRequest = Request<{ number: string; operation: string }>;

/**
 * `POST /dashboard/:number/:operation`: runs an operation, and redirects to the payment with a message for
 * the result.
 */
export function runOperation(gateway: Gateway, incoming: OperationRequest, outgoing: Response): void {
  const { number: transactionNumber, operation: name } = incoming.params;
  const payment = gateway.ledger.findPayment(transactionNumber);
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (payment === undefined || operation === undefined) return sendPage(outgoing, notFoundPage);
  const result = operation(gateway, payment.transactionNumber, incoming);
  const query = new URLSearchParams({ open: payment.transactionNumber });
  if (typeof result === 'string') query.set('message', result);
  else for (const [key, value] of Object.entries(result)) query.set(key, value);
  outgoing.redirect(303, `/dashboard?${query.toString()}#${typeof result === 'string' ? 'detail' : name}`);
}

const maxReasonLength = 100;
const maxAmountLength = 40;

/** Runs an operation. Returns a message for its result, or the amount that was refused. */
type Operation = (
  gateway: Gateway,
  transactionNumber: string,
  incoming: OperationRequest,
) => string | { readonly operation: string; readonly amount: string };

const operations: Readonly<Record<string, Operation>> = {
  decide: ({ ledger }, transactionNumber, incoming) => {
    const outcome = readField(incoming, 'outcome');
    const status = isOutcomeName(outcome) ? outcomes[outcome].status : null;
    const isPending = ledger.payments.find(transactionNumber)?.status === paymentStatusNumber.pending;
    const isDone = status !== null && ledger.decide(transactionNumber, { status });
    // A scenario or a test amount can replace the status.
    if (isDone)
      return `The status is now ${ledger.payments.find(transactionNumber)?.status ?? status}, and the callback is being sent.`;
    return isPending ? 'The payment stays pending.' : 'The payment already has an outcome.';
  },
  authorization: ({ ledger }, transactionNumber, incoming) => {
    const end = readField(incoming, 'end');
    const isDone =
      isAuthorizationEnd(end) &&
      ledger.endAuthorization(transactionNumber, { status: authorizationEnds[end].status });
    return isDone ? 'The held amount was released.' : 'The payment is not authorized.';
  },
  capture: ({ ledger }, transactionNumber, incoming) => {
    const payment = ledger.payments.find(transactionNumber);
    if (payment?.status !== paymentStatusNumber.authorized) return 'The payment is not authorized.';
    const { heldAmount, currencyCode } = payment;
    const text = readField(incoming, 'amount').slice(0, maxAmountLength);
    const parsed = parseAmount(text, { amount: heldAmount, currencyCode });
    if ('error' in parsed) return { operation: 'capture', amount: text };
    const { amount } = parsed;
    const isLast = readField(incoming, 'last') === '1' || amount === heldAmount;
    const captured = ledger.capture(transactionNumber, { amount, isLast });
    return captured === undefined
      ? 'Nothing was captured.'
      : `Captured ${formatSum({ amount, currencyCode })} as ${captured.captureNumber}.`;
  },
  'next-callback': ({ scenarios }, transactionNumber, incoming) => {
    const name = readField(incoming, 'scenario');
    const scenario = isCallbackScenarioName(name) ? name : undefined;
    scenarios.setForNextCallback(transactionNumber, scenario);
    return scenario === undefined
      ? 'The next callback is sent normally.'
      : `The next callback of this payment is affected: ${callbackScenarios[scenario].toLowerCase()}.`;
  },
  refund: (gateway, transactionNumber, incoming) => {
    const { ledger } = gateway;
    const payment = ledger.payments.find(transactionNumber);
    const left =
      payment === undefined ? 0 : payment.paidAmount - ledger.refundTable.sumRefunds(transactionNumber);
    if (payment === undefined || left <= 0) return 'Nothing is left to refund.';
    const { currencyCode } = payment;
    const text = readField(incoming, 'amount').slice(0, maxAmountLength);
    const parsed = parseAmount(text, { amount: left, currencyCode });
    if ('error' in parsed) return { operation: 'refund', amount: text };
    const { amount } = parsed;
    const reason = readField(incoming, 'reason').slice(0, maxReasonLength);
    const refund = ledger.refunds.request({
      tenantId: payment.tenantId,
      transactionNumber,
      reason: reason === '' ? 'From the dashboard' : reason,
      amount,
      isSameDay: createSameDayCheck(findTenant(gateway, payment.tenantId)),
    });
    return isRefusal(refund)
      ? `Refused with fault ${refund.code}: ${refund.message}`
      : `Refund ${refund.refundNumber} of ${formatSum({ amount, currencyCode })} has status ${refund.status}.`;
  },
};

function formatSum(money: Money): string {
  return `${formatMoney(money)} (sent as ${money.amount})`;
}
